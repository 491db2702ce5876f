"""One module a provider: its request, its reply, its errors. SDKs are imported when used."""
