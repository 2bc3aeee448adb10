// Lexemes of turns. Only proposes candidates: its idf counts all scopes together, so the score is
// computed elsewhere.
//
// mode: schema
CYPHER 25
CREATE FULLTEXT INDEX turn_text IF NOT EXISTS
FOR (n:Turn) ON EACH [n.scope_key, n.lexemes]
// the lexemes are stemmed before they are stored, so the analyzer only splits at white space
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}
