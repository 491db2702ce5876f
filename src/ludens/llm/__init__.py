"""Every model behind one interface; knows nothing of games."""
