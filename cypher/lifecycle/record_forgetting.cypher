// The audit record of a forgetting: how much went, never what it said.
//
// mode: write
// param id: STRING
// param scope: STRING - the scope
// param now: ZONED DATETIME
// param counts: MAP - turns, atoms, entities, relationships and restored
// returns recorded: INTEGER
CYPHER 25
CREATE (a:AuditEvent {id: $id, scope: $scope, kind: 'forget', at: $now})
SET a += $counts
RETURN count(a) AS recorded
