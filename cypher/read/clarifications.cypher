// The statements of one scope that are kept apart, newest first, with what to ask; or one of them by its id.
//
// mode: read
// param scope: STRING | NULL - the scope
// param id: STRING | NULL - the id of one
// param limit: INTEGER - how many at most
// returns clarification: MAP - what is asked; times as text
CYPHER 25
CALL () {
  MATCH (n:Quarantined {scope: $scope})
  USING INDEX SEEK n:Quarantined(scope, held_key)
  WHERE n.held_key IS NOT NULL AND n.status = 'quarantined'
  RETURN n ORDER BY n.recorded_at DESC, n.id LIMIT $limit
  UNION ALL
  MATCH (n:Atom {id: $id})
  WHERE n:Quarantined
  RETURN n
}
RETURN n {atom_id: n.id, .scope, .details, .proposed_type, reason: n.quarantine_reason, question: n.clarification,
          .confidence, recorded_at: toString(n.recorded_at)} AS clarification
