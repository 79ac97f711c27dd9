"""Documents in, draft items out: load, chunk, sample, draft."""
