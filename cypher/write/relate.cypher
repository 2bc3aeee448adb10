// Typed relations that a text states between two atoms. Each is stored once, in one direction.
//
// mode: write
// param now: ZONED DATETIME - time of the commit
// param relations: LIST<MAP> - source, target, relation, confidence and origin of each
// returns joined: INTEGER
CYPHER 25
UNWIND $relations AS row
MATCH (a:Atom {id: row.source})
USING INDEX SEEK a:Atom(id)
MATCH (b:Atom {id: row.target})
USING INDEX SEEK b:Atom(id)
WHERE a <> b AND NOT EXISTS { (a)-[old]->(b) WHERE type(old) = row.relation }
CREATE (a)-[r:$(row.relation)]->(b)
SET r.confidence = row.confidence, r.origin = row.origin, r.created_at = $now, a.dirty = true, b.dirty = true
RETURN count(r) AS joined
