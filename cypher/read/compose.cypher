// The chosen atoms in full, and what is reached from each over one or two named relations inside the reader's scopes.
// A hop's worth is similarity to the question times decay ^ (hops - 1) times the weights of the edges walked.
//
// mode: read
// param scopes: LIST<STRING> - the reader's scopes
// param query: LIST<FLOAT> - the question's vector
// param now: ZONED DATETIME - what ended before is left out
// param ids: LIST<STRING> - the chosen atoms
// param hops: INTEGER - 0, 1 or 2
// param fan: INTEGER - neighbours kept of each atom, and of each neighbour
// returns id: STRING - the chosen atom, or the neighbour
// returns atom: MAP - its properties, with type, entities and sources
// returns similarity: FLOAT - (1 + cosine) / 2 to the question
// returns primary: STRING | NULL - the chosen atom it was reached from
// returns steps: LIST<MAP> - relation, direction, weight and origin of each edge walked
CYPHER 25
UNWIND $ids AS chosen
MATCH (p:Atom {id: chosen})
CALL (p) {
  RETURN p AS n, null AS primary, [] AS steps
  UNION ALL
  WITH p WHERE $hops >= 1
  MATCH (p)-[r:ASSOCIATED|REQUIRES|SUPPORTS|CONTRADICTS|UPDATES|SCOPES|CAUSED_BY|DERIVED_FROM|PRECEDES]-(m:Semantic|Episodic|Procedural)
  WHERE m.scope IN $scopes AND m.valid_until > $now AND m.retired_at > $now
  WITH p, m, r ORDER BY type(r) = 'ASSOCIATED', coalesce(r.weight, r.confidence, 1.0) DESC, m.id LIMIT $fan
  CALL (p, m, r) {
    RETURN m AS n, [r] AS path
    UNION ALL
    WITH p, m, r WHERE $hops >= 2
    MATCH (m)-[s:ASSOCIATED|REQUIRES|SUPPORTS|CONTRADICTS|UPDATES|SCOPES|CAUSED_BY|DERIVED_FROM|PRECEDES]-(o:Semantic|Episodic|Procedural)
    WHERE o <> p AND o.scope IN $scopes AND o.valid_until > $now AND o.retired_at > $now
    WITH r, s, o ORDER BY type(s) = 'ASSOCIATED', coalesce(s.weight, s.confidence, 1.0) DESC, o.id LIMIT $fan
    RETURN o AS n, [r, s] AS path
  }
  RETURN n, p.id AS primary,
         [i IN range(0, size(path) - 1) | {
            relation: type(path[i]),
            forward: CASE WHEN i = 0 THEN startNode(path[0]) = p ELSE endNode(path[1]) = n END,
            weight: coalesce(path[i].weight, path[i].confidence, 1.0),
            origin: path[i].origin}] AS steps
}
RETURN n.id AS id, n {.*, embedding: null, lexemes: null,
         type: CASE WHEN n:Semantic THEN 'semantic' WHEN n:Episodic THEN 'episodic'
                    WHEN n:Procedural THEN 'procedural' END,
         entities: [(n)-[:ABOUT]->(e:Entity) | e.name],
         sources: [(n)-[f:FROM_TURN]->(t:Turn) | {
           turn_id: t.id, start: f.start, end: f.end, main: f.main, source_id: t.source_id, session: t.session,
           position: t.position, speaker: t.speaker, said_at: t.said_at, received_at: t.received_at}]} AS atom,
       vector.similarity.cosine(n.embedding, $query) AS similarity, primary, steps
