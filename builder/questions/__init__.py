"""Questions that people asked or other tools hold, on their way to becoming drafts."""
