// The version of Graph Data Science. An error where it is not installed: see gds_functions.
//
// mode: read
// returns version: STRING
CYPHER 25
RETURN gds.version() AS version
