// The atoms that state the same as the ones about to be written, type by type: current ones, then what is kept apart.
//
// mode: read
// param scope: STRING - the scope
// param semantic: LIST<STRING> - live keys
// param episodic: LIST<STRING> - live keys
// param procedural: LIST<STRING> - live keys
// param beginning: ZONED DATETIME - stands for an unknown start
// returns type: STRING
// returns live_key: STRING
// returns id: STRING
// returns since: STRING - since when it holds, as text; where that is unknown, when it was first said
// returns kept_apart: STRING | NULL - why it carries no type
CYPHER 25
CALL () {
  UNWIND $semantic AS live_key
  MATCH (n:Semantic {scope: $scope, live_key: live_key})
  USING INDEX SEEK n:Semantic(scope, live_key)
  RETURN n, live_key, 'semantic' AS type
  UNION ALL
  UNWIND $episodic AS live_key
  MATCH (n:Episodic {scope: $scope, live_key: live_key})
  USING INDEX SEEK n:Episodic(scope, live_key)
  RETURN n, live_key, 'episodic' AS type
  UNION ALL
  UNWIND $procedural AS live_key
  MATCH (n:Procedural {scope: $scope, live_key: live_key})
  USING INDEX SEEK n:Procedural(scope, live_key)
  RETURN n, live_key, 'procedural' AS type
  UNION ALL
  UNWIND $semantic + $episodic + $procedural AS live_key
  MATCH (n:Quarantined {scope: $scope, held_key: live_key})
  USING INDEX SEEK n:Quarantined(scope, held_key)
  WHERE n.status = 'quarantined'
  RETURN n, live_key, n.proposed_type AS type
}
WITH n, live_key, type, CASE WHEN n.valid_from = $beginning THEN COLLECT {
  MATCH (n)-[:FROM_TURN]->(t:Turn)
  RETURN coalesce(t.said_at, t.received_at) AS said ORDER BY said LIMIT 1
} ELSE [] END AS said
RETURN type, live_key, n.id AS id, toString(coalesce(said[0], n.valid_from)) AS since, n.quarantine_reason AS kept_apart
ORDER BY kept_apart IS NOT NULL, id
