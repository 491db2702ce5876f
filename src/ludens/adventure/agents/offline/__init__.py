"""The offline company: rules that know how stories are told, and no story."""
