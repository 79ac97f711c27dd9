"""Questions to be answered otherwise: a premise put right, a question back, two sources reported."""
