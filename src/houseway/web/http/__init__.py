"""What every request passes: the gate, callers, limits, refusals, assets, logs, metrics."""
