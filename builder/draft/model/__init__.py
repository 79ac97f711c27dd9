"""Drafts written by a language model."""
