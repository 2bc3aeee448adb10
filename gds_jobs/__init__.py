"""Scheduled recomputation of what is derived from the atoms: associations, communities, centrality."""
