// Take atoms into a round of jobs: the mark is taken off before anything of them is read, so that what is written to
// them from here on marks them again, for the next round. A new atom gets its number.
//
// mode: write
// param ids: LIST<STRING> - the atoms
// param round: INTEGER - the round
// param first: INTEGER - first of as many unused numbers as there are atoms
// returns collected: INTEGER
CYPHER 25
UNWIND range(0, size($ids) - 1) AS place
MATCH (n:Atom {id: $ids[place]})
USING INDEX SEEK n:Atom(id)
SET n.changed = $round, n.touched = $round, n.number = coalesce(n.number, $first + place)
REMOVE n.dirty
RETURN count(n) AS collected
