// The demo as a picture: every atom about an allergy, and what it is joined to within two steps.
//
// mode: read
// returns path: PATH
CYPHER 25
MATCH (n:Atom {scope: 'demo'})
WHERE n.details CONTAINS 'allergic'
MATCH path = (n)-[:ASSOCIATED|REQUIRES|SUPPORTS|CAUSED_BY|PRECEDES]-{0,2}(:Atom)
RETURN path
LIMIT 60
