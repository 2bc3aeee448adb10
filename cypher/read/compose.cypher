// From scored places in sessions to the chosen atoms in full, and the best of what is reached from them over one or two
// named relations. A turn's atoms share its score, each further one counting less; each type takes its share of the
// budget, and what one leaves unused goes to the best of the others. What is reached scores similarity to the question x
// decay ^ (hops - 1) x the weights of the edges; a procedure brings the constraints that limit it, whatever they score.
// Everything inside the reader's scopes.
//
// mode: read
// param scopes: LIST<STRING> - the reader's scopes
// param query: VECTOR - the question's vector
// param begun: ZONED DATETIME - what holds from later on is left out
// param until: ZONED DATETIME - what ended by then is left out
// param known: ZONED DATETIME - what was learnt later is left out, and an end that was learnt later counts as open
// param held: ZONED DATETIME - what was retired by then is left out
// param forever: ZONED DATETIME - stands for an open end
// param places: LIST<MAP> - scope, session, position and score of the turns to look at
// param speakers: LIST<STRING> - speakers that the question names
// param named: FLOAT - what a turn gains when its speaker is named
// param dated: FLOAT - what an atom gains that happened or was said in the time that the question names
// param since: ZONED DATETIME | NULL - the begin of that time; null where none is named
// param before: ZONED DATETIME | NULL - the end of that time
// param denied: FLOAT - what an atom gains that denies something, where the question asks for what is not so; else 0
// param negation: STRING - regular expression for a text that denies something
// param prior: FLOAT - what PageRank adds at most, as a share of the score
// param later: FLOAT - what each further atom of a turn counts, against the one before it
// param support: FLOAT - what an atom counts that the turn only supports
// param floor: FLOAT - (1 + cosine) / 2 that a chosen atom reaches at least
// param quotas: MAP - how many of each type
// param lead: INTEGER - how many are taken by score alone
// param hops: INTEGER - 0, 1 or 2
// param decay: FLOAT - factor for each hop beyond the first
// param fan: INTEGER - neighbours looked at of each atom, and of each neighbour
// param hub: INTEGER - edges at an atom above which those that point at it are not followed
// param origins: INTEGER - how many of the chosen atoms are walked from
// param reached: INTEGER - how many reached atoms are wanted
// param limits: INTEGER - how many constraints of procedures are brought at most
// returns candidates: INTEGER - how many atoms there were to choose from
// returns passing: INTEGER - how many of them reach the floor
// returns entries: LIST<MAP> - id, atom, primary, similarity, composed (cosine of both atoms to the question), score, turn, steps and open conflicts; times as text; a constraint of a procedure has no score
CYPHER 25
CALL () {
  UNWIND $places AS place
  MATCH (t:Turn {scope: place.scope, session: place.session, position: place.position})
  USING INDEX SEEK t:Turn(scope, session, position)
  WITH t, place.score + CASE WHEN t.speaker IN $speakers THEN $named ELSE 0.0 END AS score
  CALL (t) {
    MATCH (n:Semantic|Episodic|Procedural)-[f:FROM_TURN]->(t)
    WHERE n.scope IN $scopes AND n.valid_from <= $begun AND n.recorded_at <= $known AND n.retired_at > $held
      AND (n.valid_until > $until OR n.closed_at > $known AND
           coalesce(COLLECT { MATCH (n)<-[u:UPDATES]-() WHERE u.created_at > $known RETURN u.was_until
                     ORDER BY u.created_at, u.was_until DESC LIMIT 1 }[0], $forever) > $until)
    WITH n, f, vector.similarity.cosine(n.embedding, $query) AS similarity
    ORDER BY similarity DESC, n.id
    RETURN collect({n: n, similarity: similarity, main: f.main}) AS own
  }
  UNWIND range(0, size(own) - 1) AS rank
  WITH own[rank].n AS n, own[rank].similarity AS similarity, t.id AS turn,
       // of two that contradict each other, the less believed comes later
       (score + CASE WHEN own[rank].n.occurred_from < $before
                        AND coalesce(own[rank].n.occurred_until, own[rank].n.occurred_from) >= $since
                      OR t.said_at >= $since AND t.said_at < $before THEN $dated ELSE 0.0 END
              + CASE WHEN $denied > 0 AND own[rank].n.details =~ $negation THEN $denied ELSE 0.0 END)
       * $later ^ rank * CASE WHEN own[rank].main THEN 1.0 ELSE $support END
       // PageRank is about 1 on average, and grows with the graph: a small prior that is never more than `prior`
       * (1.0 + $prior * coalesce(own[rank].n.pagerank / (1.0 + own[rank].n.pagerank), 0.0))
       * CASE WHEN coalesce(own[rank].n.belief, 1.0) < 0.5 THEN 2.0 * own[rank].n.belief ELSE 1.0 END AS score
  ORDER BY score DESC, turn
  WITH n, similarity, head(collect({score: score, turn: turn})) AS best
  ORDER BY best.score DESC, similarity DESC, n.id
  RETURN collect({n: n, id: n.id, similarity: similarity, score: best.score, turn: best.turn,
                  type: CASE WHEN n:Semantic THEN 'semantic' WHEN n:Episodic THEN 'episodic' ELSE 'procedural' END})
         AS found
}
WITH size(found) AS candidates, [item IN found WHERE item.similarity >= $floor] AS passing
WITH candidates, passing,
     [item IN passing WHERE item.type = 'semantic'][..$quotas.semantic]
     + [item IN passing WHERE item.type = 'episodic'][..$quotas.episodic]
     + [item IN passing WHERE item.type = 'procedural'][..$quotas.procedural] AS shares
WITH candidates, passing, shares, [item IN shares | item.id] AS taken
WITH candidates, passing, $quotas.semantic + $quotas.episodic + $quotas.procedural AS k, shares, taken
WITH candidates, passing, k, [item IN passing WHERE item.id IN taken]
       + [item IN passing WHERE NOT item.id IN taken][..k - size(shares)] AS shared
// the first by score are in, whatever their type: a sentence that was typed wrongly must not be lost
WITH candidates, passing, k, shared, [item IN shared | item.id] AS taken
WITH candidates, passing, k, shared, [item IN passing[..$lead] WHERE NOT item.id IN taken] AS lead
WITH candidates, passing, lead + shared[..k - size(lead)] AS chosen
CALL (chosen) {
  CALL (chosen) {
    UNWIND chosen AS item
    RETURN item.n AS n, null AS primary, item.similarity AS similarity, null AS composed, item.score AS score,
           item.turn AS turn, [] AS path
    UNION ALL
    WITH [item IN chosen | item.id] AS taken
    UNWIND CASE WHEN $hops >= 1 AND $limits >= 1 THEN [item IN chosen WHERE item.type = 'procedural'] ELSE [] END AS item
    WITH taken, item.n AS p
    MATCH (p)-[r:REQUIRES|SCOPES]-(n:Semantic)
    WHERE n.scope IN $scopes AND n.valid_from <= $begun AND n.recorded_at <= $known AND n.retired_at > $held
      AND (n.valid_until > $until OR n.closed_at > $known AND
           coalesce(COLLECT { MATCH (n)<-[u:UPDATES]-() WHERE u.created_at > $known RETURN u.was_until
                     ORDER BY u.created_at, u.was_until DESC LIMIT 1 }[0], $forever) > $until)
      AND coalesce(r.created_at <= $known, true) AND NOT n.id IN taken
    WITH p, n, r ORDER BY coalesce(r.confidence, 1.0) DESC, p.id, n.id
    WITH n, head(collect({primary: p.id, path: [r]})) AS best
    WITH n, best, vector.similarity.cosine(n.embedding, $query) AS similarity
    ORDER BY similarity DESC, n.id LIMIT $limits
    RETURN n, best.primary AS primary, similarity, null AS composed, null AS score, null AS turn, best.path AS path
    UNION ALL
    WITH [item IN chosen | item.id] AS taken
    UNWIND CASE WHEN $hops >= 1 AND $reached >= 1 THEN chosen ELSE [] END AS item
    WITH taken, item ORDER BY item.score DESC LIMIT $origins
    WITH taken, item.n AS p, item.similarity AS near
    CALL (p) {
      CALL (p) {
        MATCH (p)-[r:ASSOCIATED|REQUIRES|SUPPORTS|CONTRADICTS|UPDATES|SCOPES|CAUSED_BY|DERIVED_FROM|PRECEDES]->(m) RETURN r, m
        UNION ALL
        // a hub leads everywhere: only its own edges are followed, not those of all that point at it
        MATCH (p)<-[r:ASSOCIATED|REQUIRES|SUPPORTS|CONTRADICTS|UPDATES|SCOPES|CAUSED_BY|DERIVED_FROM|PRECEDES]-(m)
        WHERE COUNT { (p)<-[:ASSOCIATED|REQUIRES|SUPPORTS|CONTRADICTS|UPDATES|SCOPES|CAUSED_BY|DERIVED_FROM|PRECEDES]-() } <= $hub
        RETURN r, m
      }
      WITH r, m
      WHERE m:(Semantic|Episodic|Procedural) AND m.scope IN $scopes AND m.valid_from <= $begun AND m.recorded_at <= $known AND m.retired_at > $held
        AND (m.valid_until > $until OR m.closed_at > $known AND
             coalesce(COLLECT { MATCH (m)<-[u:UPDATES]-() WHERE u.created_at > $known RETURN u.was_until
                     ORDER BY u.created_at, u.was_until DESC LIMIT 1 }[0], $forever) > $until)
        AND coalesce(r.created_at <= $known, true)
      // what was stated first; then what refinements add, many of which would fill the fan; then what is only similar
      ORDER BY CASE type(r) WHEN 'ASSOCIATED' THEN 2 WHEN 'SUPPORTS' THEN 1 ELSE 0 END, coalesce(r.weight, r.confidence, 1.0) DESC, m.id LIMIT $fan
      RETURN m, r
    }
    CALL (p, m, r) {
      RETURN m AS n, [r] AS path
      UNION ALL
      WITH p, m, r WHERE $hops >= 2
      CALL (m) {
        MATCH (m)-[s:ASSOCIATED|REQUIRES|SUPPORTS|CONTRADICTS|UPDATES|SCOPES|CAUSED_BY|DERIVED_FROM|PRECEDES]->(o) RETURN s, o
        UNION ALL
        MATCH (m)<-[s:ASSOCIATED|REQUIRES|SUPPORTS|CONTRADICTS|UPDATES|SCOPES|CAUSED_BY|DERIVED_FROM|PRECEDES]-(o)
        WHERE COUNT { (m)<-[:ASSOCIATED|REQUIRES|SUPPORTS|CONTRADICTS|UPDATES|SCOPES|CAUSED_BY|DERIVED_FROM|PRECEDES]-() } <= $hub
        RETURN s, o
      }
      WITH p, m, r, s, o
      WHERE o <> p AND o:(Semantic|Episodic|Procedural) AND o.scope IN $scopes AND o.valid_from <= $begun AND o.recorded_at <= $known AND o.retired_at > $held
        AND (o.valid_until > $until OR o.closed_at > $known AND
             coalesce(COLLECT { MATCH (o)<-[u:UPDATES]-() WHERE u.created_at > $known RETURN u.was_until
                     ORDER BY u.created_at, u.was_until DESC LIMIT 1 }[0], $forever) > $until)
        AND coalesce(s.created_at <= $known, true)
      ORDER BY CASE type(s) WHEN 'ASSOCIATED' THEN 2 WHEN 'SUPPORTS' THEN 1 ELSE 0 END, coalesce(s.weight, s.confidence, 1.0) DESC, o.id LIMIT $fan
      RETURN o AS n, [r, s] AS path
    }
    WITH p, near, n, path WHERE NOT n.id IN taken
    WITH p, near, n, path, vector.similarity.cosine(n.embedding, $query) AS similarity
    WHERE similarity >= $floor
    WITH p, near, n, path, similarity, $decay ^ (size(path) - 1)
         * reduce(weight = 1.0, r IN path | weight * coalesce(r.weight, r.confidence, 1.0)) AS weight
    // those that can be among the best, as far as their own similarities tell
    ORDER BY (near + similarity - 1) * weight DESC, p.id, n.id LIMIT 4 * $reached
    // it lies between their vectors: the cosine to the sum of two unit vectors
    WITH p, n, path, similarity, weight,
         (near + similarity - 1) / sqrt(vector.similarity.cosine(p.embedding, n.embedding) + 1e-9) AS composed
    WITH p, n, path, similarity, composed, CASE WHEN composed > 0 THEN composed ELSE 0.0 END * weight AS score
    // the best way to each atom, then the best atoms
    ORDER BY score DESC, p.id
    WITH n, head(collect({primary: p.id, path: path, similarity: similarity, composed: composed, score: score})) AS best
    ORDER BY best.score DESC, n.id LIMIT $reached
    RETURN n, best.primary AS primary, best.similarity AS similarity, best.composed AS composed, best.score AS score,
           null AS turn, best.path AS path
  }
  RETURN collect({
    id: n.id, primary: primary, similarity: similarity, composed: composed, score: score, turn: turn,
    steps: [i IN range(0, size(path) - 1) | {
      relation: type(path[i]),
      forward: CASE WHEN i = 0 THEN startNode(path[0]).id = primary ELSE endNode(path[1]) = n END,
      weight: coalesce(path[i].weight, path[i].confidence, 1.0),
      origin: path[i].origin}],
    conflicts: [(n)-[r:CONTRADICTS]-(m:Semantic|Episodic|Procedural)
                WHERE r.created_at <= $known AND (r.status = 'open' OR r.decided_at > $known) AND m.scope IN $scopes AND m.valid_from <= $begun AND m.recorded_at <= $known AND m.retired_at > $held
        AND (m.valid_until > $until OR m.closed_at > $known AND
             coalesce(COLLECT { MATCH (m)<-[u:UPDATES]-() WHERE u.created_at > $known RETURN u.was_until
                     ORDER BY u.created_at, u.was_until DESC LIMIT 1 }[0], $forever) > $until) |
                {id: r.id, atom_id: m.id, details: m.details, belief: m.belief, reason: r.reason}],
    atom: n {.*, embedding: null,
      type: CASE WHEN n:Semantic THEN 'semantic' WHEN n:Episodic THEN 'episodic' WHEN n:Procedural THEN 'procedural' END,
      // the driver is slow at times: as text they are read ten times faster
      occurred_from: toString(n.occurred_from), occurred_until: toString(n.occurred_until),
      valid_from: toString(n.valid_from), valid_until: toString(n.valid_until),
      recorded_at: toString(n.recorded_at), closed_at: toString(n.closed_at), retired_at: toString(n.retired_at),
      until_then: toString(COLLECT { MATCH (n)<-[u:UPDATES]-() WHERE u.created_at > $known RETURN u.was_until
                           ORDER BY u.created_at, u.was_until DESC LIMIT 1 }[0]),
      entities: [(n)-[:ABOUT]->(e:Entity) | e.name],
      sources: [(n)-[f:FROM_TURN]->(t:Turn) WHERE t.received_at <= $known | {
        turn_id: t.id, start: f.start, end: f.end, main: f.main, source_id: t.source_id, session: t.session,
        position: t.position, speaker: t.speaker, said_at: toString(t.said_at), received_at: toString(t.received_at)}]}
  }) AS entries
}
RETURN candidates, size(passing) AS passing, entries
