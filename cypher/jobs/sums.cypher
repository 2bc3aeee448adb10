// What communities sum up to so far, and how many members there are to sum up.
//
// mode: read
// param ids: LIST<INTEGER> - the communities
// returns id: INTEGER
// returns scope: STRING
// returns counted: INTEGER | NULL - vectors in the centroid; null where that is not known
// returns centroid: LIST<FLOAT> | NULL - unit vector
// returns cohesion: FLOAT | NULL - length of the mean of the unit vectors of the members, 0..1
// returns members: INTEGER - current members
CYPHER 25
UNWIND $ids AS id
MATCH (c:Community {id: id})
USING INDEX SEEK c:Community(id)
RETURN c.id AS id, c.scope AS scope, c.counted AS counted, c.centroid AS centroid, c.cohesion AS cohesion,
       COUNT { MATCH (n:Atom {community: c.id})
               WHERE n.status = 'current' AND NOT n:Quarantined AND n.embedding IS NOT NULL } AS members
