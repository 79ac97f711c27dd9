"""Nouns and tools every other room builds on; imports nothing above it."""
