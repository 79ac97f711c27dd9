"""English questions over running text, by grammar and pattern."""
