"""The bench: suites of episodes, played on one machine or many, and what they tell."""
