"""Social deduction: a deterministic engine seats LLM players."""
