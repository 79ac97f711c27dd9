"""Questions the base does not answer, each shown to be absent and as hard to tell from the others as can be."""
