"""Shows from recorded requests that each role may do what it does, and nothing else."""
