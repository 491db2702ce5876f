"""The offline player: beliefs by Bayes over who the mafia may be, and a policy for each role."""
