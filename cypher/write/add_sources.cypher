// Provenance: join atoms to the turns that state them. A turn that already states an atom adds nothing.
//
// mode: write
// param sources: LIST<MAP> - atom, turn, start, end and main of each
// returns joined: INTEGER
CYPHER 25
UNWIND $sources AS row
MATCH (n:Atom {id: row.atom})
MATCH (t:Turn {id: row.turn})
MERGE (n)-[f:FROM_TURN]->(t)
ON CREATE SET f.start = row.start, f.end = row.end, f.main = row.main
RETURN count(f) AS joined
