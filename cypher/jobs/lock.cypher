// Take the lock of the jobs, if it is free or its holder has not been heard of for long. A holder keeps it as long as
// it says often enough that it is alive.
//
// mode: write
// param owner: STRING - name of this run
// param seconds: INTEGER - for how long this run counts as alive without another word
// returns acquired: BOOLEAN - whether this run holds the lock now
// returns holder: STRING | NULL - the run that holds it
// returns alive_until: ZONED DATETIME | NULL - until when that run counts as alive
CYPHER 25
MERGE (l:JobState {key: 'lock'})
// setting a property locks the node, so that two runs do not both find it free
SET l.asked_by = $owner
WITH l, l.owner IS NULL OR l.alive_until <= datetime() AS free
CALL (l, free) {
  WITH l WHERE free
  SET l.owner = $owner, l.alive_until = datetime() + duration({seconds: $seconds})
  RETURN count(*) AS taken
}
RETURN free AS acquired, l.owner AS holder, l.alive_until AS alive_until
