// The turns just before a place in a session, nearest first: what a turn answers.
//
// mode: read
// param scope: STRING - the scope
// param places: LIST<MAP> - session and position of the first turn of each window
// param count: INTEGER - how many turns before each place
// returns session: STRING
// returns turn: MAP - the turn's properties without its vector
// returns last_atom: STRING | NULL - the atom that ends the turn
CYPHER 25
UNWIND $places AS place
CALL (place) {
  MATCH (t:Turn {scope: $scope, session: place.session})
  USING INDEX SEEK t:Turn(scope, session, position)
  WHERE t.position < place.position
  RETURN t
  ORDER BY t.position DESC
  LIMIT $count
}
RETURN place.session AS session, t {.*, embedding: null, lexemes: null} AS turn,
       head(COLLECT {
         MATCH (t)<-[f:FROM_TURN {main: true}]-(n:Atom)
         RETURN n.id ORDER BY f.start DESC, n.id LIMIT 1
       }) AS last_atom
ORDER BY session, t.position
