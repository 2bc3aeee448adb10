"""The embedded Neo4j: jars from a committed lock, a Java that is found, one server for a data directory."""
