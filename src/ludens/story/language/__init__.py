"""Words as evidence: tokens, stems, weights, sentences. Knows English, and no book."""
