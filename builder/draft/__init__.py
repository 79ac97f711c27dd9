"""Drafting: candidate questions over a knowledge base, checked one by one, the best kept."""
