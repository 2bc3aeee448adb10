// The receipt of one run of a job, and how far it has come where it ended well.
//
// mode: write
// param name: STRING - the job
// param round: INTEGER | NULL - the round that is done; null where it failed
// param id: STRING - id of the receipt
// param receipt: MAP - its properties
// param started_at: ZONED DATETIME
// param full: BOOLEAN - whether everything was computed anew
// param waiting: INTEGER - atoms that were not, but looked at as far as they changed
// param keep: INTEGER - receipts of a job that are kept
// returns receipts: INTEGER - receipts of the job that were removed
CYPHER 25
CALL () {
  WITH $round AS round WHERE round IS NOT NULL
  MERGE (s:JobState {key: $name})
  SET s.done = round, s.finished_at = datetime(), s.full_at = CASE WHEN $full THEN datetime() ELSE s.full_at END,
      s.drifted = CASE WHEN $full THEN 0 ELSE coalesce(s.drifted, 0) + $waiting END
  RETURN count(s) AS moved
}
CREATE (j:Job {id: $id, name: $name, started_at: $started_at})
SET j += $receipt
WITH moved
CALL () {
  MATCH (old:Job {name: $name})
  WITH old ORDER BY old.started_at DESC SKIP $keep
  DETACH DELETE old
  RETURN count(*) AS removed
}
RETURN removed AS receipts
