// Which turns are not there any more: forgotten since they were stored.
//
// mode: read
// param ids: LIST<STRING> - ids of turns
// returns id: STRING
CYPHER 25
UNWIND $ids AS id
OPTIONAL MATCH (t:Turn {id: id})
USING INDEX SEEK t:Turn(id)
WITH id, t WHERE t IS NULL
RETURN id
