// Begin to change the embedding model, or go on with an unfinished change to the same model. Only one process at a time:
// it holds the graph as long as it says often enough that it is alive.
//
// mode: write
// param owner: STRING - name of this run
// param seconds: INTEGER - for how long this run counts as alive without another word
// param name: STRING - the model to change to
// param dimensions: INTEGER
// returns acquired: BOOLEAN - whether this run holds the graph now
// returns alive_until: ZONED DATETIME - until when the run that holds it counts as alive
// returns stage: STRING | NULL - where to go on
// returns cursor: STRING | NULL - id of the last one that is done in that stage
// returns done: INTEGER | NULL - how many are done in that stage
CYPHER 25
MERGE (r:ModelInfo {key: 'reembedding'})
// setting a property locks the node, so that two runs do not both find it free
SET r.asked_by = $owner
WITH r, r.owner IS NULL OR r.alive_until <= datetime() AS free
CALL (r, free) {
  WITH r, coalesce(r.name = $name AND r.dimensions = $dimensions, false) AS same
  WHERE free
  SET r.owner = $owner, r.alive_until = datetime() + duration({seconds: $seconds}),
      r.stage = CASE WHEN same THEN r.stage ELSE 'atoms' END,
      r.cursor = CASE WHEN same THEN r.cursor ELSE '' END,
      r.done = CASE WHEN same THEN r.done ELSE 0 END,
      r.name = $name, r.dimensions = $dimensions
  RETURN count(*) AS begun
}
RETURN free AS acquired, r.alive_until AS alive_until, r.stage AS stage, r.cursor AS cursor, r.done AS done
