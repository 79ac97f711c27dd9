"""The command line's verbs, a file per stage; `cli.py` registers them."""
