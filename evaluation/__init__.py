"""Systems, judges, metrics, diagnosis, comparison."""
