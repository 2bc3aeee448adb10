// The edges that `jobs/project` projects, those of some atoms at a time.
//
// mode: read
// param numbers: LIST<INTEGER> - the atoms that they go out of
// returns source: INTEGER
// returns target: INTEGER
// returns weight: FLOAT
CYPHER 25
UNWIND $numbers AS number
MATCH (a:Atom {number: number})
USING INDEX SEEK a:Atom(number)
MATCH (a)-[r:ASSOCIATED]->(b:Semantic|Episodic|Procedural)
WHERE b.scope = a.scope AND b.number IS NOT NULL AND b.status <> 'retired' AND r.weight > 0
RETURN number AS source, b.number AS target, r.weight AS weight
