"""A company of agents plays a Z-machine story alone."""
