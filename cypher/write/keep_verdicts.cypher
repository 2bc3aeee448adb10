// Edges that keep what was decided on a new statement beside a known one, with the reason; UPDATES remembers what it
// ended, so that it can be undone. One that is there stays as it is.
//
// mode: write
// param now: ZONED DATETIME - time of the commit
// param verdicts: LIST<MAP> - source, target, relation, properties, and as text or null was_until and was_from of each
// returns kept: INTEGER
CYPHER 25
UNWIND $verdicts AS row
MATCH (a:Atom {id: row.source})
USING INDEX SEEK a:Atom(id)
MATCH (b:Atom {id: row.target})
USING INDEX SEEK b:Atom(id)
WHERE NOT EXISTS { (a)-[old]->(b) WHERE old.id = row.properties.id AND type(old) = row.relation }
CREATE (a)-[r:$(row.relation)]->(b)
SET r += row.properties, r.created_at = $now, r.was_until = datetime(row.was_until),
    r.was_from = datetime(row.was_from), a.dirty = true, b.dirty = true
RETURN count(r) AS kept
