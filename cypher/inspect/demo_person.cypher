// The demo as a picture: what is known about Priya, and the turns in which it was said.
//
// mode: read
// returns path: PATH
CYPHER 25
MATCH path = (:Entity {scope: 'demo', key: 'priya'})<-[:ABOUT]-(:Atom)-[:FROM_TURN]->(:Turn)
RETURN path
LIMIT 60
