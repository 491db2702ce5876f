"""All configuration, typed: the settings of every part in one tree."""
