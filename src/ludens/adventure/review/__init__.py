"""Between decision and execution: a proposed command is scored, and may be refused."""
