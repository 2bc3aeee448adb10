// The earlier times of atoms that a commit cuts in two: each an atom of its own, which has ended, about the same entities.
// Its turns follow once they are all written. The type is part of the match, as in every change.
//
// mode: write
// param now: ZONED DATETIME - time of the commit
// param scope: STRING - the scope of the commit
// param parts: LIST<MAP> - id of the new atom, after (id of the one that is cut), label, valid_from and valid_until as text
// returns added: INTEGER
CYPHER 25
UNWIND $parts AS row
MATCH (n:Atom {id: row.after, scope: $scope})
USING INDEX SEEK n:Atom(id)
WHERE row.label IN labels(n)
CREATE (e:Atom:$(row.label))
// what the jobs keep on an atom is that atom's alone
SET e = n {.*, id: row.id, status: 'superseded', held_key: coalesce(n.live_key, n.held_key), live_key: null, embedding: null,
           valid_from: datetime(row.valid_from), valid_until: datetime(row.valid_until), recorded_at: $now, closed_at: $now,
           belief: null, dirty: true, community: -1, number: null, centred: null, summed: null, changed: null,
           touched: null, pagerank: null, ranked: null}
WITH n, e
CALL db.create.setNodeVectorProperty(e, 'embedding', n.embedding)
CALL (n, e) {
  MATCH (n)-[a:ABOUT]->(m:Entity)
  CREATE (e)-[:ABOUT {role: a.role}]->(m)
}
RETURN count(e) AS added
