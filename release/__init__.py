"""Golden sets as immutable versions: gates, versions, diffs, exchange formats."""
