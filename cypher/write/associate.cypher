// Association edges between atoms of one scope. The older end is marked dirty: a neighbour of it changed.
//
// mode: write
// param now: ZONED DATETIME - time of the commit
// param edges: LIST<MAP> - source, target, weight and origin of each
// returns joined: INTEGER
CYPHER 25
UNWIND $edges AS row
MATCH (a:Atom {id: row.source})
MATCH (b:Atom {id: row.target})
WHERE a.scope = b.scope AND a <> b
MERGE (a)-[r:ASSOCIATED]->(b)
ON CREATE SET r.weight = row.weight, r.origin = row.origin, r.created_at = $now, a.dirty = true, b.dirty = true
RETURN count(r) AS joined
