"""The company: each role a module with its Protocol, its decision and its implementations."""
