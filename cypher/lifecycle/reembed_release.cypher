// Let go of an unfinished change of the embedding model, so that the next run can take it up at once.
//
// mode: write
// param owner: STRING - name of this run
// returns released: INTEGER
CYPHER 25
MATCH (r:ModelInfo {key: 'reembedding', owner: $owner})
REMOVE r.owner, r.alive_until
RETURN count(r) AS released
