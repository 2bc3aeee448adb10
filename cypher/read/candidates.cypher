// What may answer a question, in one round trip: the nearest atoms of each type, the nearest turns, the turns that share
// its words, what was spoken next to any of them, and the atoms that all those turns state. Only from the reader's
// scopes, only what still holds.
//
// mode: read
// param scopes: LIST<STRING> - the reader's scopes
// param query: VECTOR - the question's vector
// param now: ZONED DATETIME - what ended before is left out
// param lucene: STRING - full-text query for the question's lexemes inside the scopes
// param atoms: INTEGER - nearest atoms of each type
// param turns: INTEGER - nearest turns
// param texts: INTEGER - turns by full text
// param window: INTEGER - how many turns before and after a hit are looked at
// returns scopes: LIST<MAP> - path, turns, atoms and lexemes of each scope that exists
// returns exemplars: INTEGER - version of the exemplars, which moves when one is added
// returns atom_hits: LIST<LIST> - id and (1 + cosine) / 2 of the nearest atoms
// returns turn_hits: LIST<LIST> - id and (1 + cosine) / 2 of the nearest turns
// returns text_hits: LIST<LIST> - id, lexemes and length of the turns that share words
// returns turns: LIST<LIST> - id, scope, session, position, speaker and question of every turn
// returns atoms: LIST<LIST> - id, type, (1 + cosine) / 2, turn and main of every atom of those turns
CYPHER 25
CALL () {
  MATCH (s:Scope) WHERE s.path IN $scopes
  RETURN collect({path: s.path, turns: s.turns, atoms: s.atoms, lexemes: s.lexemes}) AS scopes
}
CALL () {
  OPTIONAL MATCH (m:ModelInfo {key: 'exemplars'})
  RETURN coalesce(m.version, 0) AS exemplars
}
CALL () {
  CALL () {
    MATCH (n:Semantic) SEARCH n IN (VECTOR INDEX semantic_embedding FOR $query
      WHERE n.scope IN $scopes AND n.valid_until > $now AND n.retired_at > $now LIMIT $atoms) SCORE AS score
    RETURN n, score
    UNION ALL
    MATCH (n:Episodic) SEARCH n IN (VECTOR INDEX episodic_embedding FOR $query
      WHERE n.scope IN $scopes AND n.valid_until > $now AND n.retired_at > $now LIMIT $atoms) SCORE AS score
    RETURN n, score
    UNION ALL
    MATCH (n:Procedural) SEARCH n IN (VECTOR INDEX procedural_embedding FOR $query
      WHERE n.scope IN $scopes AND n.valid_until > $now AND n.retired_at > $now LIMIT $atoms) SCORE AS score
    RETURN n, score
  }
  WITH n, score ORDER BY score DESC, n.id LIMIT $atoms
  RETURN collect([n.id, score]) AS atom_hits, collect(n) AS hits
}
CALL (hits) {
  UNWIND hits AS n
  MATCH (n)-[:FROM_TURN]->(t:Turn)
  RETURN collect(DISTINCT t) AS said
}
CALL () {
  MATCH (t:Turn) SEARCH t IN (VECTOR INDEX turn_embedding FOR $query WHERE t.scope IN $scopes LIMIT $turns) SCORE AS score
  RETURN collect([t.id, score]) AS turn_hits, collect(t) AS near
}
CALL () {
  CALL db.index.fulltext.queryNodes('turn_text', $lucene, {limit: $texts}) YIELD node AS t
  // the full-text filter is a hash of the scope: what decides is the scope itself
  WITH t WHERE t.scope IN $scopes
  RETURN collect([t.id, t.lexemes, t.length]) AS text_hits, collect(t) AS worded
}
CALL (said, near, worded) {
  UNWIND said + near + worded AS hit
  WITH DISTINCT hit
  MATCH (t:Turn {scope: hit.scope, session: hit.session})
  USING INDEX SEEK t:Turn(scope, session, position)
  WHERE hit.position - $window <= t.position <= hit.position + $window
  WITH DISTINCT t
  RETURN collect([t.id, t.scope, t.session, t.position, t.speaker, t.question]) AS turns, collect(t) AS nodes
}
CALL (nodes) {
  UNWIND nodes AS t
  MATCH (n:Semantic|Episodic|Procedural)-[f:FROM_TURN]->(t)
  WHERE n.scope IN $scopes AND n.valid_until > $now AND n.retired_at > $now
  RETURN collect([n.id, CASE WHEN n:Semantic THEN 'semantic' WHEN n:Episodic THEN 'episodic' ELSE 'procedural' END,
                  vector.similarity.cosine(n.embedding, $query), t.id, f.main]) AS atoms
}
RETURN scopes, exemplars, atom_hits, turn_hits, text_hits, turns, atoms
