// Atoms of a scope.
//
// mode: schema
CYPHER 25
CREATE INDEX atom_scope IF NOT EXISTS
FOR (n:Atom) ON (n.scope, n.status)
