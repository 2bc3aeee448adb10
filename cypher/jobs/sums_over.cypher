// What the communities of the level above some others sum up to so far.
//
// mode: read
// param ids: LIST<INTEGER> - the communities below
// returns id: INTEGER
// returns parts: LIST<INTEGER> - those of the given ones that are part of it
// returns counted: INTEGER | NULL - vectors in the centroid; null where that is not known
// returns centroid: LIST<FLOAT> | NULL - unit vector
// returns cohesion: FLOAT | NULL - length of the mean of the unit vectors of the members, 0..1
CYPHER 25
UNWIND $ids AS id
MATCH (c:Community {id: id})
USING INDEX SEEK c:Community(id)
MATCH (c)-[:PART_OF]->(p:Community)
WITH p, collect(id) AS parts
RETURN p.id AS id, parts, p.counted AS counted, p.centroid AS centroid, p.cohesion AS cohesion
