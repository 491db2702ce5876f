"""Loopback servers that speak the providers' wire formats; what they say is pluggable."""
