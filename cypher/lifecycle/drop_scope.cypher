// Remove one scope with everything in it, in bounded batches. Benchmarks clean up with it.
//
// mode: autocommit
// param scope: STRING - the scope
CYPHER 25
MATCH (n:Atom|Turn|Entity|Alias|EntityChange|Community|AuditEvent|Scope)
WHERE n.scope = $scope OR n.path = $scope
CALL (n) {
  DETACH DELETE n
// a job may hold some of them, in another order: nothing retries this statement as a whole
} IN TRANSACTIONS OF 1000 ROWS ON ERROR RETRY FOR 60 SECONDS THEN FAIL
