"""What new, changed and vanished documents mean for the items there are."""
