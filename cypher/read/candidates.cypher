// What may answer a question: the nearest atoms of each type with the turns they come from, the nearest turns, and the
// turns that share its words. Only from the reader's scopes, only what still holds.
//
// mode: read
// param scopes: LIST<STRING> - the reader's scopes
// param query: VECTOR - the question's vector
// param now: ZONED DATETIME - what ended before is left out
// param lucene: STRING - full-text query for the question's lexemes inside the scopes
// param hits: INTEGER - how many of each
// returns scopes: LIST<MAP> - path, turns, atoms and lexemes of each scope that exists
// returns model: MAP - name, dimensions and changing_to of the embedding model that the graph records
// returns exemplars: INTEGER - version of the exemplars, which moves when one is added
// returns atom_hits: LIST<LIST> - id and (1 + cosine) / 2 of the nearest atoms
// returns said: LIST<LIST> - atom, turn and main of the turns that those atoms come from
// returns turn_hits: LIST<LIST> - id and (1 + cosine) / 2 of the nearest turns
// returns text_hits: LIST<LIST> - id, lexemes and length of the turns that share words
// returns turns: LIST<LIST> - id, scope, session, position, speaker and question of every turn above
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
  OPTIONAL MATCH (m:ModelInfo {key: 'embedding'})
  OPTIONAL MATCH (r:ModelInfo {key: 'reembedding'})
  RETURN {name: m.name, dimensions: m.dimensions, changing_to: r.name} AS model
}
CALL () {
  CALL () {
    MATCH (n:Semantic) SEARCH n IN (VECTOR INDEX semantic_embedding FOR $query
      WHERE n.scope IN $scopes AND n.valid_until > $now AND n.retired_at > $now LIMIT $hits) SCORE AS score
    RETURN n, score
    UNION ALL
    MATCH (n:Episodic) SEARCH n IN (VECTOR INDEX episodic_embedding FOR $query
      WHERE n.scope IN $scopes AND n.valid_until > $now AND n.retired_at > $now LIMIT $hits) SCORE AS score
    RETURN n, score
    UNION ALL
    MATCH (n:Procedural) SEARCH n IN (VECTOR INDEX procedural_embedding FOR $query
      WHERE n.scope IN $scopes AND n.valid_until > $now AND n.retired_at > $now LIMIT $hits) SCORE AS score
    RETURN n, score
  }
  WITH n, score ORDER BY score DESC, n.id LIMIT $hits
  RETURN collect([n.id, score]) AS atom_hits, collect(n) AS nodes
}
CALL (nodes) {
  UNWIND nodes AS n
  MATCH (n)-[f:FROM_TURN]->(t:Turn)
  RETURN collect([n.id, t.id, f.main]) AS said, collect(DISTINCT t) AS sources
}
CALL () {
  MATCH (t:Turn) SEARCH t IN (VECTOR INDEX turn_embedding FOR $query WHERE t.scope IN $scopes LIMIT $hits) SCORE AS score
  RETURN collect([t.id, score]) AS turn_hits, collect(t) AS near
}
CALL () {
  CALL db.index.fulltext.queryNodes('turn_text', $lucene, {limit: $hits}) YIELD node AS t
  // the full-text filter is a hash of the scope: what decides is the scope itself
  WITH t WHERE t.scope IN $scopes
  RETURN collect([t.id, t.lexemes, t.length]) AS text_hits, collect(t) AS worded
}
CALL (sources, near, worded) {
  UNWIND sources + near + worded AS t
  WITH DISTINCT t
  RETURN collect([t.id, t.scope, t.session, t.position, t.speaker, t.question]) AS turns
}
RETURN scopes, model, exemplars, atom_hits, said, turn_hits, text_hits, turns
