"""Stress tests of one system: noise and contradiction, refusal, position, wording, perfect context, no context."""

TESTS = ("noise", "refusal", "position", "paraphrase", "perfect", "none")
