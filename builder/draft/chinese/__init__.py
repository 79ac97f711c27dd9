"""Chinese questions over running text, by question words in place."""
