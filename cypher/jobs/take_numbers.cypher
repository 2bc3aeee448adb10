// Take numbers that were never used before.
//
// mode: write
// param count: INTEGER - how many
// returns first: INTEGER - the first of them
CYPHER 25
MERGE (s:JobState {key: 'counter'})
SET s.number = coalesce(s.number, 0) + $count
RETURN s.number - $count AS first
