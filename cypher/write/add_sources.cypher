// Further provenance of atoms that were there already: the turns that state them again, and what those mention. The main
// turn of an atom is the one that it was made of, and stays that. What an event left behind rests on those turns too.
//
// mode: write
// param atoms: LIST<MAP> - id, sources and mentions of each
// returns joined: INTEGER
CYPHER 25
UNWIND $atoms AS row
MATCH (n:Atom {id: row.id})
USING INDEX SEEK n:Atom(id)
CALL (n, row) {
  UNWIND row.sources AS source
  MATCH (t:Turn {id: source.turn})
  USING INDEX SEEK t:Turn(id)
  MERGE (n)-[f:FROM_TURN]->(t)
  ON CREATE SET f.start = source.start, f.end = source.end, f.main = false,
                f.since = datetime(source.since)
}
CALL (n, row) {
  WITH n, row WHERE n:Episodic
  MATCH (n)<-[:DERIVED_FROM {origin: 'shown'}]-(d:Atom {status: 'current'})
  UNWIND row.sources AS source
  MATCH (t:Turn {id: source.turn})
  USING INDEX SEEK t:Turn(id)
  MERGE (d)-[f:FROM_TURN]->(t)
  ON CREATE SET f.start = source.start, f.end = source.end, f.main = false, f.since = n.occurred_from
}
CALL (n, row) {
  UNWIND row.mentions AS mention
  MATCH (e:Entity {id: mention.entity})
  USING INDEX SEEK e:Entity(id)
  MERGE (n)-[a:ABOUT]->(e)
  ON CREATE SET a.role = mention.role
}
RETURN count(n) AS joined
