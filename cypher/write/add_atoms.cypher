// Create atoms, each with exactly one type label.
//
// mode: write
// param atoms: LIST<MAP> - label, embedding and properties of each
// returns added: INTEGER
CYPHER 25
UNWIND $atoms AS row
CREATE (n:Atom:$(row.label))
SET n += row.properties
WITH n, row
CALL db.create.setNodeVectorProperty(n, 'embedding', row.embedding)
RETURN count(n) AS added
