// Create atoms, each with exactly one type label, joined to the turns that state them and the entities they are about.
// The index hints keep a plan good that was made while the graph was still empty.
//
// mode: write
// param now: ZONED DATETIME - time of the commit
// param beginning: ZONED DATETIME - stands for an unknown start
// param forever: ZONED DATETIME - stands for an open end
// param atoms: LIST<MAP> - label, embedding, properties, times as text, closed, retired, sources and mentions
// returns added: INTEGER
CYPHER 25
UNWIND $atoms AS row
CREATE (n:Atom:$(row.label))
SET n += row.properties,
    n.occurred_from = datetime(row.occurred_from), n.occurred_until = datetime(row.occurred_until),
    n.valid_from = coalesce(datetime(row.valid_from), $beginning),
    n.valid_until = coalesce(datetime(row.valid_until), $forever),
    n.recorded_at = $now,
    n.closed_at = CASE WHEN row.closed THEN $now ELSE $forever END,
    n.retired_at = CASE WHEN row.retired THEN $now ELSE $forever END
WITH n, row
CALL db.create.setNodeVectorProperty(n, 'embedding', row.embedding)
CALL (n, row) {
  UNWIND row.sources AS source
  MATCH (t:Turn {id: source.turn})
  USING INDEX SEEK t:Turn(id)
  CREATE (n)-[:FROM_TURN {start: source.start, end: source.end, main: source.main, since: datetime(source.since)}]->(t)
}
CALL (n, row) {
  UNWIND row.mentions AS mention
  MATCH (e:Entity {id: mention.entity})
  USING INDEX SEEK e:Entity(id)
  CREATE (n)-[:ABOUT {role: mention.role}]->(e)
}
RETURN count(n) AS added
