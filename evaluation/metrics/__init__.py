"""Metrics: declared once, computed by pure functions, undefined never shown as a number."""
