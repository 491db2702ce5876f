"""Whether anybody at a Mafia table learns what they may not know: what both checks share."""
