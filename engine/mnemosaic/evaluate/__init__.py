"""Measures the engine on public data and on data it makes: figures beside baselines of the same run."""
