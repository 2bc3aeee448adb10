"""Exemplars: labelled texts that teach the classifier and the router, and the index that finds the nearest."""
