// A prerequisite that a text states, unless it would close a circle: REQUIRES stays acyclic.
//
// mode: write
// param now: ZONED DATETIME - time of the commit
// param source: STRING - the atom that requires
// param target: STRING - the atom that is required
// param confidence: FLOAT
// returns joined: INTEGER
CYPHER 25
MATCH (a:Atom {id: $source})
USING INDEX SEEK a:Atom(id)
MATCH (b:Atom {id: $target})
USING INDEX SEEK b:Atom(id)
WHERE a <> b AND NOT EXISTS { (a)-[:REQUIRES]->(b) } AND NOT EXISTS { (b)-[:REQUIRES]->{1,12}(a) }
CREATE (a)-[r:REQUIRES {confidence: $confidence, origin: 'stated', created_at: $now}]->(b)
SET a.dirty = true, b.dirty = true
RETURN count(r) AS joined
