"""A whole gaming day on software devices, from one seed, with everything that goes wrong in one."""
