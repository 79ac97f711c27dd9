"""A package of its own, so that no installed distribution's top-level `tests` can take its place."""
