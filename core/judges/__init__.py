"""Judges: who says whether a claim follows from a passage, a passage helps a question, a reply refuses."""
