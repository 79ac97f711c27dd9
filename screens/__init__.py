"""One file per page; pages call the rooms below and compute nothing themselves."""
