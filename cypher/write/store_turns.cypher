// Store turns as they arrived, before anything is made of them. A turn that exists is left as it is.
//
// mode: write
// param scope: STRING - the scope
// param now: ZONED DATETIME - when they were received
// param turns: LIST<MAP> - id, said_at as text, and properties of each turn
// returns stored: INTEGER - how many were new
CYPHER 25
MERGE (s:Scope {path: $scope})
ON CREATE SET s.created_at = datetime(), s.atoms = 0, s.turns = 0, s.lexemes = 0,
              s.last_recorded_at = datetime({year: 1, timezone: 'UTC'})
// setting a property locks the scope, so that writers of one scope follow each other
SET s.locked_by = 'store_turns'
WITH s
UNWIND $turns AS row
MERGE (t:Turn {id: row.id})
ON CREATE SET t += row.properties, t.said_at = datetime(row.said_at), t.received_at = $now, t.fresh = true
WITH s, t, t.fresh AS fresh
REMOVE t.fresh
RETURN count(fresh) AS stored
