"""Language-aware text tools: script runs, sentences, tokens, quantities, refusals; English and Chinese alike."""
