// What may answer a question: the nearest atoms of each type with the turns they come from, the nearest turns, the turns
// that share its words, the nearest atoms inside the nearest communities, and what the first of them lead to over the
// entities that they are about. Only from the reader's scopes, only what holds at the time asked.
//
// mode: read
// param scopes: LIST<STRING> - the reader's scopes
// param query: VECTOR - the question's vector
// param begun: ZONED DATETIME - what holds from later on is left out
// param until: ZONED DATETIME - what ended by then is left out
// param known: ZONED DATETIME - what was learnt later is left out, and an end that was learnt later counts as open
// param held: ZONED DATETIME - what was retired by then is left out
// param forever: ZONED DATETIME - stands for an open end
// param past: BOOLEAN - whether known lies in the past
// param inside: STRING - full-text query for the scopes
// param words: LIST<STRING> - full-text clauses for the question's lexemes
// param hits: INTEGER - how many of each
// param worded: INTEGER - turns that share words looked at for them: more where later ones are left out
// param counted: INTEGER - turns that are counted for each word at most
// param seeds: INTEGER - hits of each search from which entities are followed; 0: none
// param about: INTEGER - atoms at most that may be about an entity that is followed
// param communities: INTEGER - communities by the nearness of their centroid that are looked into; 0: none
// param inside_each: INTEGER - atoms of each type looked at in each of them
// returns scopes: LIST<MAP> - path, turns, atoms and lexemes of each scope that exists
// returns model: MAP - name, dimensions and changing_to of the embedding model that the graph records
// returns exemplars: INTEGER - version of the exemplars, which moves when one is added
// returns atom_hits: LIST<LIST> - id and (1 + cosine) / 2 of the nearest atoms
// returns inside_hits: LIST<LIST> - id and (1 + cosine) / 2 of the nearest atoms of the nearest communities
// returns said: LIST<LIST> - atom, turn and main of the turns that all those atoms come from
// returns turn_hits: LIST<LIST> - id and (1 + cosine) / 2 of the nearest turns
// returns holding: LIST<INTEGER> - how many turns of the scopes hold each word
// returns text_hits: LIST<LIST> - id, lexemes and length of the turns that share words
// returns bridges: LIST<LIST> - key of an entity, and the turns that it joins: among them are hits, one at least
// returns turns: LIST<LIST> - id, scope, session, position, speaker, role, question of each above; (1 + cosine) / 2 of bridged ones
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
      WHERE n.scope IN $scopes AND n.valid_from <= $begun AND n.valid_until > $until
        AND n.recorded_at <= $known AND n.retired_at > $held LIMIT $hits) SCORE AS score
    RETURN n, score
    UNION ALL
    MATCH (n:Episodic) SEARCH n IN (VECTOR INDEX episodic_embedding FOR $query
      WHERE n.scope IN $scopes AND n.valid_from <= $begun AND n.valid_until > $until
        AND n.recorded_at <= $known AND n.retired_at > $held LIMIT $hits) SCORE AS score
    RETURN n, score
    UNION ALL
    MATCH (n:Procedural) SEARCH n IN (VECTOR INDEX procedural_embedding FOR $query
      WHERE n.scope IN $scopes AND n.valid_from <= $begun AND n.valid_until > $until
        AND n.recorded_at <= $known AND n.retired_at > $held LIMIT $hits) SCORE AS score
    RETURN n, score
    UNION ALL
    // what has ended by now and was not known to end: the index cannot say OR
    UNWIND CASE WHEN $past THEN [true] ELSE [] END AS past
    CALL () {
      MATCH (n:Semantic) SEARCH n IN (VECTOR INDEX semantic_embedding FOR $query
        WHERE n.scope IN $scopes AND n.valid_from <= $begun AND n.valid_until <= $until AND n.closed_at > $known
          AND n.recorded_at <= $known AND n.retired_at > $held LIMIT $hits) SCORE AS score
      RETURN n, score
      UNION ALL
      MATCH (n:Episodic) SEARCH n IN (VECTOR INDEX episodic_embedding FOR $query
        WHERE n.scope IN $scopes AND n.valid_from <= $begun AND n.valid_until <= $until AND n.closed_at > $known
          AND n.recorded_at <= $known AND n.retired_at > $held LIMIT $hits) SCORE AS score
      RETURN n, score
      UNION ALL
      MATCH (n:Procedural) SEARCH n IN (VECTOR INDEX procedural_embedding FOR $query
        WHERE n.scope IN $scopes AND n.valid_from <= $begun AND n.valid_until <= $until AND n.closed_at > $known
          AND n.recorded_at <= $known AND n.retired_at > $held LIMIT $hits) SCORE AS score
      RETURN n, score
    }
    WITH n, score
    WHERE coalesce(COLLECT { MATCH (n)<-[u:UPDATES]-() WHERE u.created_at > $known RETURN u.was_until
                             ORDER BY u.created_at, u.was_until DESC LIMIT 1 }[0], $forever) > $until
    RETURN n, score
  }
  WITH n, score ORDER BY score DESC, n.id LIMIT $hits
  RETURN collect([n.id, score]) AS atom_hits, collect(n) AS nodes
}
CALL () {
  UNWIND CASE WHEN $communities > 0 THEN [true] ELSE [] END AS asked
  MATCH (c:Community) SEARCH c IN (VECTOR INDEX community_centroid FOR $query
    WHERE c.scope IN $scopes AND c.level = 0 LIMIT $communities) SCORE AS likeness
  WITH c.id AS community
  CALL (community) {
    MATCH (n:Semantic) SEARCH n IN (VECTOR INDEX semantic_embedding FOR $query
      WHERE n.scope IN $scopes AND n.community = community AND n.valid_from <= $begun AND n.valid_until > $until
        AND n.recorded_at <= $known AND n.retired_at > $held LIMIT $inside_each) SCORE AS score
    RETURN n, score
    UNION ALL
    MATCH (n:Episodic) SEARCH n IN (VECTOR INDEX episodic_embedding FOR $query
      WHERE n.scope IN $scopes AND n.community = community AND n.valid_from <= $begun AND n.valid_until > $until
        AND n.recorded_at <= $known AND n.retired_at > $held LIMIT $inside_each) SCORE AS score
    RETURN n, score
    UNION ALL
    MATCH (n:Procedural) SEARCH n IN (VECTOR INDEX procedural_embedding FOR $query
      WHERE n.scope IN $scopes AND n.community = community AND n.valid_from <= $begun AND n.valid_until > $until
        AND n.recorded_at <= $known AND n.retired_at > $held LIMIT $inside_each) SCORE AS score
    RETURN n, score
  }
  RETURN collect([n.id, score]) AS inside_hits, collect(DISTINCT n) AS inner
}
CALL (nodes, inner) {
  UNWIND nodes + [n IN inner WHERE NOT n IN nodes] AS n
  MATCH (n)-[f:FROM_TURN]->(t:Turn)
  WHERE t.received_at <= $known
  RETURN collect([n.id, t.id, f.main]) AS said, collect(DISTINCT t) AS sources
}
CALL () {
  MATCH (t:Turn) SEARCH t IN (VECTOR INDEX turn_embedding FOR $query
    WHERE t.scope IN $scopes AND t.received_at <= $known LIMIT $hits) SCORE AS score
  RETURN collect([t.id, score]) AS turn_hits, collect(t) AS near
}
CALL () {
  UNWIND $words AS word
  CALL (word) {
    CALL db.index.fulltext.queryNodes('turn_text', $inside + ' +' + word, {limit: $counted}) YIELD node
    RETURN count(node) AS many
  }
  RETURN collect(many) AS holding
}
CALL (scopes, holding) {
  // words weigh by how rare they are in these scopes (BM25's idf): the index itself counts all tenants
  WITH reduce(turns = 0, many IN [scope IN scopes | scope.turns] + holding | turns + many) AS total
  WITH reduce(text = '', place IN range(0, size($words) - 1) | text + ' ' + $words[place] + '^' +
         toString(1 + toInteger(1000 * log(1 + (total - holding[place] + 0.5) / (holding[place] + 0.5))))) AS weighted
  CALL db.index.fulltext.queryNodes(
    'turn_text', CASE weighted WHEN '' THEN 'scope_key:none' ELSE $inside + ' +(' + weighted + ')' END, {limit: $worded})
    YIELD node AS t, score
  // the full-text filter is a hash of the scope: what decides is the scope itself
  WITH t WHERE t.scope IN $scopes AND t.received_at <= $known LIMIT $hits
  RETURN collect([t.id, t.lexemes, t.length]) AS text_hits, collect(t) AS worded
}
CALL (nodes, near, worded) {
  CALL (nodes) {
    UNWIND nodes[..$seeds] AS n
    MATCH (n)-[:FROM_TURN]->(t:Turn)
    RETURN collect(t) AS stating
  }
  UNWIND stating + near[..$seeds] + worded[..$seeds] AS t
  WITH DISTINCT t
  MATCH (t)<-[:FROM_TURN]-(n:Semantic|Episodic|Procedural)-[:ABOUT]->(e:Entity)
  WHERE n.scope IN $scopes AND n.recorded_at <= $known AND n.retired_at > $held
    AND (n.valid_until > $until OR n.closed_at > $known)
  WITH DISTINCT e
  // what everything is about leads everywhere: the degree is a look at the node, nothing is walked for it
  WHERE COUNT { (e)<-[:ABOUT]-() } <= $about
  MATCH (e)<-[:ABOUT]-(m:Semantic|Episodic|Procedural)-[f:FROM_TURN]->(o:Turn)
  WHERE f.main AND m.scope IN $scopes AND m.recorded_at <= $known AND m.retired_at > $held
    AND (m.valid_until > $until OR m.closed_at > $known) AND o.received_at <= $known
  WITH e, collect(DISTINCT o) AS joined WHERE size(joined) > 1
  WITH collect({key: e.key, turns: joined}) AS found
  RETURN [item IN found | [item.key, [o IN item.turns | o.id]]] AS bridges,
         reduce(turns = [], item IN found | turns + item.turns) AS bridged
}
CALL (sources, near, worded, bridged) {
  UNWIND sources + near + worded + bridged AS t
  WITH DISTINCT t
  // only what an entity leads to has not been compared yet, or need not be
  RETURN collect([t.id, t.scope, t.session, t.position, t.speaker, t.role, t.question,
                  CASE WHEN t IN bridged THEN coalesce(vector.similarity.cosine(t.embedding, $query), 0.0) ELSE 0.0 END])
         AS turns
}
RETURN scopes, model, exemplars, atom_hits, inside_hits, said, turn_hits, holding, text_hits, bridges, turns
