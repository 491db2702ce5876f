"""Search: a width-based best-first search over snapshots; it knows no English."""
