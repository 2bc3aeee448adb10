// What communities sum up to so far.
//
// mode: read
// param ids: LIST<INTEGER> - the communities
// returns id: INTEGER
// returns counted: INTEGER | NULL - vectors in the centroid; null where that is not known
// returns centroid: LIST<FLOAT> | NULL - unit vector
// returns cohesion: FLOAT | NULL - length of the mean of the unit vectors of the members, 0..1
// returns members: INTEGER - atoms that it has, current or not
CYPHER 25
UNWIND $ids AS id
MATCH (c:Community {id: id})
USING INDEX SEEK c:Community(id)
RETURN c.id AS id, c.counted AS counted, c.centroid AS centroid, c.cohesion AS cohesion,
       COUNT { (:Atom {community: c.id}) } AS members
