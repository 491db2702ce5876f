"""Playing episodes for the benches, and reading their true scores."""
