// Drop one index. A vector index whose vectors change their model is dropped, and created again when all are there.
//
// mode: schema
// param name: STRING - name of the index
CYPHER 25
DROP INDEX $name IF EXISTS
