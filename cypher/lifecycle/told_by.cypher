// The atoms that a turn told, where they hold or have ended.
//
// mode: read
// param turn: STRING - id of the turn
// returns id: STRING
CYPHER 25
MATCH (t:Turn {id: $turn})
USING INDEX SEEK t:Turn(id)
MATCH (t)<-[:FROM_TURN]-(n:Atom)
WHERE n.status IN ['current', 'superseded']
RETURN n.id AS id
