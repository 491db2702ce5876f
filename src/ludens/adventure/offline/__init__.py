"""The offline company: the same roles, by rule. It knows no story; what it knows are tables."""
