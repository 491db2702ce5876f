"""Loop-breaking: noticing that the company goes round in circles, and doing something else."""
