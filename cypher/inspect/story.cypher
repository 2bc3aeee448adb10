// One atom's whole story: what it says, who said it and when, what it gave way to or took the place of, what it
// contradicts, requires and stands beside, and where the jobs have put it.
//
// mode: read
// param id: STRING - the atom's id
// returns moment: ZONED DATETIME | NULL - when; null where that is not known
// returns event: STRING - what
// returns text: STRING
// returns other: STRING | NULL - id of the turn, atom or entity at the other end
CYPHER 25
MATCH (n:Atom {id: $id})
CALL (n) {
  RETURN n.recorded_at AS moment, 'stated' AS event, n.details AS text, null AS other
  UNION ALL
  MATCH (n)-[f:FROM_TURN]->(t:Turn)
  RETURN coalesce(t.said_at, t.received_at) AS moment, 'said by ' + coalesce(t.speaker, 'somebody') AS event, t.text AS text,
         t.id AS other
  UNION ALL
  WITH n WHERE n.closed_at < datetime({year: 9999})
  RETURN n.closed_at AS moment, 'ended' AS event, 'held until ' + toString(n.valid_until) AS text, null AS other
  UNION ALL
  WITH n WHERE n.retired_at < datetime({year: 9999})
  RETURN n.retired_at AS moment, 'retired' AS event, 'never held' AS text, null AS other
  UNION ALL
  MATCH (n)-[r:UPDATES|CONTRADICTS|SCOPES|REQUIRES|SUPPORTS|CAUSED_BY|DERIVED_FROM|PRECEDES]->(m:Atom)
  RETURN r.created_at AS moment, toLower(type(r)) AS event, m.details AS text, m.id AS other
  UNION ALL
  MATCH (n)<-[r:UPDATES|CONTRADICTS|SCOPES|REQUIRES|SUPPORTS|CAUSED_BY|DERIVED_FROM|PRECEDES]-(m:Atom)
  RETURN r.created_at AS moment, 'inverse_' + toLower(type(r)) AS event, m.details AS text, m.id AS other
  UNION ALL
  MATCH (n)-[r:ASSOCIATED]-(m:Atom)
  WITH r, m ORDER BY r.weight DESC, m.id LIMIT 10
  RETURN r.created_at AS moment, 'associated, ' + coalesce(r.origin, '?') AS event, m.details AS text, m.id AS other
  UNION ALL
  MATCH (n)-[a:ABOUT]->(e:Entity)
  RETURN null AS moment, 'about, as ' + coalesce(a.role, 'mention') AS event, e.name AS text, e.id AS other
  UNION ALL
  MATCH (:Community {id: n.community})-[:PART_OF]->{0,2}(c:Community)
  RETURN c.summed_at AS moment, 'in community ' + toString(c.id) + ', level ' + toString(c.level) AS event, coalesce(c.title, '') AS text, null AS other
}
RETURN moment, event, text, other
ORDER BY moment, event
