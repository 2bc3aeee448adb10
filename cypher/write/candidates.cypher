// What each new statement could repeat, change or contradict: the nearest atoms of each type, what gives the same slot a
// value, what is about the same entities, the nearest of the community of the nearest, and what these require or are
// required by. From the writer's own scope and its ancestors, only what still holds; of a slot also what has ended.
//
// mode: read
// param scopes: LIST<STRING> - the writer's scope and its ancestors
// param now: ZONED DATETIME - what ended before is left out
// param drafts: LIST<MAP> - vector, search (false where the nearest were found in memory), nearest (ids), slot, entities (keys)
// param limit: INTEGER - nearest atoms of each type, and atoms about the same entities
// param few: INTEGER - atoms of the community, and over one REQUIRES edge
// param values: INTEGER - values of one slot at most
// param hub: INTEGER - an entity with more atoms than that joins nothing
// returns pairs: LIST<LIST> - place in drafts, id, why, and (1 + cosine) / 2 where a vector index gave it
// returns atoms: LIST<MAP> - each atom once: what a verdict looks at; times as text
CYPHER 25
CALL () {
  UNWIND range(0, size($drafts) - 1) AS place
  WITH place, $drafts[place] AS draft
  CALL (draft) {
    UNWIND draft.nearest AS id
    MATCH (n:Atom {id: id})
    USING INDEX SEEK n:Atom(id)
    WHERE n.valid_until > $now AND n.retired_at > $now AND NOT n:Quarantined
    RETURN n, 'nearest' AS why, null AS score
    UNION ALL
    WITH draft.vector AS vector, draft.search AS search WHERE search
    MATCH (n:Semantic) SEARCH n IN (VECTOR INDEX semantic_embedding FOR vector
      WHERE n.scope IN $scopes AND n.valid_until > $now AND n.retired_at > $now LIMIT $limit) SCORE AS score
    RETURN n, 'nearest' AS why, score
    UNION ALL
    WITH draft.vector AS vector, draft.search AS search WHERE search
    MATCH (n:Episodic) SEARCH n IN (VECTOR INDEX episodic_embedding FOR vector
      WHERE n.scope IN $scopes AND n.valid_until > $now AND n.retired_at > $now LIMIT $limit) SCORE AS score
    RETURN n, 'nearest' AS why, score
    UNION ALL
    WITH draft.vector AS vector, draft.search AS search WHERE search
    MATCH (n:Procedural) SEARCH n IN (VECTOR INDEX procedural_embedding FOR vector
      WHERE n.scope IN $scopes AND n.valid_until > $now AND n.retired_at > $now LIMIT $limit) SCORE AS score
    RETURN n, 'nearest' AS why, score
    UNION ALL
    UNWIND CASE WHEN draft.slot IS NULL THEN [] ELSE $scopes END AS path
    MATCH (n:Atom {scope: path, slot: draft.slot})
    USING INDEX SEEK n:Atom(scope, slot)
    WHERE n.retired_at > $now AND NOT n:Quarantined
    // a value that has ended still has its place in time
    RETURN n, 'slot' AS why, null AS score ORDER BY n.valid_until DESC, n.held_key, n.live_key LIMIT $values
    UNION ALL
    UNWIND draft.entities AS key
    UNWIND $scopes AS path
    MATCH (e:Entity {scope: path, key: key})
    USING INDEX SEEK e:Entity(scope, key)
    WHERE COUNT { (e)<-[:ABOUT]-() } <= $hub
    MATCH (e)<-[:ABOUT]-(n:Semantic|Episodic|Procedural)
    WHERE n.scope IN $scopes AND n.valid_until > $now AND n.retired_at > $now
    WITH DISTINCT n, vector.similarity.cosine(n.embedding, draft.vector) AS score
    RETURN n, 'entity' AS why, score ORDER BY score DESC, n.live_key LIMIT $limit
  }
  WITH place, draft, collect({n: n, why: why, score: score}) AS direct
  WITH place, draft, direct, [row IN direct WHERE row.why = 'nearest' AND row.n.community >= 0 | row.n] AS joined
  CALL (draft, direct, joined) {
    UNWIND direct AS row
    RETURN row.n AS n, row.why AS why, row.score AS score
    UNION ALL
    WITH draft.vector AS vector, joined[0] AS near WHERE draft.search AND near:Semantic
    WITH vector, near.community AS community
    MATCH (n:Semantic) SEARCH n IN (VECTOR INDEX semantic_embedding FOR vector
      WHERE n.scope IN $scopes AND n.community = community AND n.valid_until > $now AND n.retired_at > $now
      LIMIT $few) SCORE AS score
    RETURN n, 'community' AS why, score
    UNION ALL
    WITH draft.vector AS vector, joined[0] AS near WHERE draft.search AND near:Procedural
    WITH vector, near.community AS community
    MATCH (n:Procedural) SEARCH n IN (VECTOR INDEX procedural_embedding FOR vector
      WHERE n.scope IN $scopes AND n.community = community AND n.valid_until > $now AND n.retired_at > $now
      LIMIT $few) SCORE AS score
    RETURN n, 'community' AS why, score
    UNION ALL
    UNWIND direct AS row
    WITH DISTINCT row.n AS m
    MATCH (m)-[:REQUIRES]-(n:Semantic|Episodic|Procedural)
    WHERE n.scope IN $scopes AND n.valid_until > $now AND n.retired_at > $now
    WITH DISTINCT n
    RETURN n, 'required' AS why, null AS score ORDER BY n.live_key LIMIT $few
  }
  RETURN collect([place, n.id, why, score]) AS pairs, collect(DISTINCT n) AS nodes
}
RETURN pairs, [n IN nodes | {
  id: n.id, scope: n.scope, details: n.details, live_key: n.live_key, held_key: n.held_key, status: n.status,
  confidence: n.confidence, trust: n.trust, belief: n.belief, slot: n.slot, slot_value: n.slot_value,
  slot_kind: n.slot_kind, slot_past: n.slot_past, corrects: n.corrects,
  type: CASE WHEN n:Semantic THEN 'semantic' WHEN n:Episodic THEN 'episodic' ELSE 'procedural' END,
  occurred_from: toString(n.occurred_from), occurred_until: toString(n.occurred_until),
  valid_from: toString(n.valid_from), valid_until: toString(n.valid_until), closed_at: toString(n.closed_at),
  recorded_at: toString(n.recorded_at),
  about: [(n)-[a:ABOUT]->(e:Entity) | [a.role, coalesce(e.slot_key, e.key)]],
  said: [(n)-[f:FROM_TURN]->(t:Turn) | [f.main, t.speaker, toString(coalesce(t.said_at, t.received_at))]]
}] AS atoms
