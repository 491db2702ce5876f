"""The roles of a turn: each a protocol, played by rules or by a model."""
