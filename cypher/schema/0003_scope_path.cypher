// One node for each scope: what tells an unknown scope from an empty one, holds the counts that lexical scoring
// needs, and is locked by a commit, so that writers of one scope follow each other.
//
// mode: schema
CYPHER 25
CREATE CONSTRAINT scope_path IF NOT EXISTS
FOR (n:Scope) REQUIRE n.path IS UNIQUE
