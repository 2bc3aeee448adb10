// What a scope already holds of the turns that are about to be written, and where its sessions end.
//
// mode: read
// param scope: STRING - the scope
// param ids: LIST<STRING> - ids of the turns
// param sessions: LIST<STRING> - names of their sessions
// returns known: LIST<MAP> - id, position and status of the turns that exist
// returns sessions: LIST<MAP> - session and its last position, where it has one
CYPHER 25
CALL () {
  UNWIND $ids AS id
  MATCH (t:Turn {id: id})
  USING INDEX SEEK t:Turn(id)
  RETURN collect({id: id, position: t.position, status: t.status, received_at: t.received_at}) AS known
}
CALL () {
  UNWIND $sessions AS session
  MATCH (t:Turn {scope: $scope, session: session})
  USING INDEX SEEK t:Turn(scope, session, position)
  WHERE t.position >= 0
  WITH session, max(t.position) AS last
  RETURN collect({session: session, last: last}) AS sessions
}
RETURN known, sessions
