// Drop a statement that was kept apart and turned out to be nothing.
//
// mode: write
// param id: STRING - the atom
// returns dropped: INTEGER
CYPHER 25
MATCH (n:Atom {id: $id})
WHERE n:Quarantined
DETACH DELETE n
RETURN count(*) AS dropped
