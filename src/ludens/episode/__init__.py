"""Episodes: the log, snapshots, calls, forks, limits, hooks and the runner, for any game."""
