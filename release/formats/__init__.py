"""Exchange formats of golden sets, one file each."""
