// The chosen atoms in full, and the best of what is reached from them over one or two named relations inside the
// reader's scopes. What is reached scores similarity to the question x decay ^ (hops - 1) x the weights of the edges.
//
// mode: read
// param scopes: LIST<STRING> - the reader's scopes
// param query: VECTOR - the question's vector
// param now: ZONED DATETIME - what ended before is left out
// param ids: LIST<STRING> - the chosen atoms
// param hops: INTEGER - 0, 1 or 2
// param decay: FLOAT - factor for each hop beyond the first
// param fan: INTEGER - neighbours looked at of each atom, and of each neighbour
// param reached: INTEGER - how many reached atoms are wanted
// returns id: STRING - a chosen atom, or one reached
// returns atom: MAP - its properties, with type, entities and sources; times as text
// returns primary: STRING | NULL - the chosen atom that it was reached from
// returns similarity: FLOAT - (1 + cosine) / 2 to the question
// returns score: FLOAT - what it counts as a reached atom
// returns steps: LIST<MAP> - relation, direction, weight and origin of each edge walked
CYPHER 25
CALL () {
  UNWIND $ids AS chosen
  MATCH (n:Atom {id: chosen})
  USING INDEX SEEK n:Atom(id)
  RETURN n, null AS primary, 1.0 AS similarity, 1.0 AS score, [] AS path
  UNION ALL
  UNWIND CASE WHEN $hops >= 1 AND $reached >= 1 THEN $ids ELSE [] END AS chosen
  MATCH (p:Atom {id: chosen})
  USING INDEX SEEK p:Atom(id)
  CALL (p) {
    MATCH (p)-[r:ASSOCIATED|REQUIRES|SUPPORTS|CONTRADICTS|UPDATES|SCOPES|CAUSED_BY|DERIVED_FROM|PRECEDES]-(m:Semantic|Episodic|Procedural)
    WHERE m.scope IN $scopes AND m.valid_until > $now AND m.retired_at > $now
    // typed relations first: they are few, and were stated
    ORDER BY type(r) = 'ASSOCIATED', coalesce(r.weight, r.confidence, 1.0) DESC, m.id LIMIT $fan
    RETURN m, r
  }
  CALL (p, m, r) {
    RETURN m AS n, [r] AS path
    UNION ALL
    WITH p, m, r WHERE $hops >= 2
    MATCH (m)-[s:ASSOCIATED|REQUIRES|SUPPORTS|CONTRADICTS|UPDATES|SCOPES|CAUSED_BY|DERIVED_FROM|PRECEDES]-(o:Semantic|Episodic|Procedural)
    WHERE o <> p AND o.scope IN $scopes AND o.valid_until > $now AND o.retired_at > $now
    ORDER BY type(s) = 'ASSOCIATED', coalesce(s.weight, s.confidence, 1.0) DESC, o.id LIMIT $fan
    RETURN o AS n, [r, s] AS path
  }
  WITH p, n, path WHERE NOT n.id IN $ids
  WITH p, n, path, vector.similarity.cosine(n.embedding, $query) AS similarity
  WITH p, n, path, similarity,
       CASE WHEN similarity > 0.5 THEN 2 * similarity - 1 ELSE 0.0 END * $decay ^ (size(path) - 1)
       * reduce(weight = 1.0, r IN path | weight * coalesce(r.weight, r.confidence, 1.0)) AS score
  // the best way to each atom, then the best atoms
  ORDER BY score DESC, p.id
  WITH n, head(collect({primary: p.id, path: path, similarity: similarity, score: score})) AS best
  ORDER BY best.score DESC, n.id LIMIT $reached
  RETURN n, best.primary AS primary, best.similarity AS similarity, best.score AS score, best.path AS path
}
RETURN n.id AS id, primary, similarity, score,
       [i IN range(0, size(path) - 1) | {
          relation: type(path[i]),
          forward: CASE WHEN i = 0 THEN startNode(path[0]).id = primary ELSE endNode(path[1]) = n END,
          weight: coalesce(path[i].weight, path[i].confidence, 1.0),
          origin: path[i].origin}] AS steps,
       n {.*, embedding: null, lexemes: null,
          type: CASE WHEN n:Semantic THEN 'semantic' WHEN n:Episodic THEN 'episodic'
                     WHEN n:Procedural THEN 'procedural' END,
          // the driver is slow at times: as text they are read ten times faster
          occurred_from: toString(n.occurred_from), occurred_until: toString(n.occurred_until),
          valid_from: toString(n.valid_from), valid_until: toString(n.valid_until),
          recorded_at: toString(n.recorded_at), closed_at: toString(n.closed_at), retired_at: toString(n.retired_at),
          entities: [(n)-[:ABOUT]->(e:Entity) | e.name],
          sources: [(n)-[f:FROM_TURN]->(t:Turn) | {
            turn_id: t.id, start: f.start, end: f.end, main: f.main, source_id: t.source_id, session: t.session,
            position: t.position, speaker: t.speaker, said_at: toString(t.said_at),
            received_at: toString(t.received_at)}]} AS atom
