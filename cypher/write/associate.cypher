// Association edges from the atoms that a commit adds to older ones of the same scope. The older end is marked dirty: a
// neighbour of it changed.
//
// mode: write
// param now: ZONED DATETIME - time of the commit
// param edges: LIST<MAP> - source, target, weight and origin of each
// returns joined: INTEGER
CYPHER 25
UNWIND $edges AS row
MATCH (a:Atom {id: row.source})
USING INDEX SEEK a:Atom(id)
MATCH (b:Atom {id: row.target})
USING INDEX SEEK b:Atom(id)
WHERE a.scope = b.scope AND a <> b
CREATE (a)-[r:ASSOCIATED {weight: row.weight, origin: row.origin, created_at: $now}]->(b)
SET b.dirty = true
RETURN count(r) AS joined
