"""Those who sit at the table or speak over it: a module a role, with its implementations."""
