// The atoms of a community.
//
// mode: schema
CYPHER 25
CREATE INDEX atom_community IF NOT EXISTS
FOR (n:Atom) ON (n.community)
