"""Verbs that need several rooms: what the command line, the screens and the job worker all call."""
