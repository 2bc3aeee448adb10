// Begin a round of jobs: its number, which is higher than any before.
//
// mode: write
// returns round: INTEGER
CYPHER 25
MERGE (s:JobState {key: 'counter'})
SET s.round = coalesce(s.round, 0) + 1
RETURN s.round AS round
