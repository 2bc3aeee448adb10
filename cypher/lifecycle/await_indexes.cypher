// Wait until every index is online.
//
// mode: autocommit
// param seconds: INTEGER - how long to wait at most
CYPHER 25
CALL db.awaitIndexes($seconds)
