// Last statement of a commit: say what became of the turns, make them findable, and keep the scope's counts and an
// audit record of the commit.
//
// mode: write
// param scope: STRING - the scope
// param now: ZONED DATETIME - time of the commit
// param turns: LIST<MAP> - id, status, error, scope_key, and lexemes, length and embedding or null where they stay
// param added: INTEGER - atoms added by this commit
// param existing: INTEGER - claims that were known already
// param audit_id: STRING - id of the audit record
// returns finished: INTEGER
CYPHER 25
CALL () {
  UNWIND $turns AS row
  MATCH (t:Turn {id: row.id})
  USING INDEX SEEK t:Turn(id)
  WITH t, row, t.embedding IS NULL AND row.embedding IS NOT NULL AS first
  // what another writer has finished meanwhile does not wait again
  WITH t, row, first, row.status = 'pending' AND t.status IN ['done', 'no_atoms'] AS late
  SET t.status = CASE WHEN late THEN t.status ELSE row.status END,
      t.error = CASE WHEN late THEN t.error ELSE row.error END, t.scope_key = row.scope_key,
      t.lexemes = coalesce(row.lexemes, t.lexemes),
      t.length = coalesce(row.length, t.length)
  CALL (t, row) {
    WITH t, row WHERE row.embedding IS NOT NULL
    CALL db.create.setNodeVectorProperty(t, 'embedding', row.embedding)
    RETURN count(*) AS embedded
  }
  RETURN count(t) AS finished, count(CASE WHEN first THEN 1 END) AS findable,
         sum(CASE WHEN first THEN row.length ELSE 0 END) AS lexemes
}
MATCH (s:Scope {path: $scope})
SET s.turns = s.turns + findable, s.lexemes = s.lexemes + lexemes, s.atoms = s.atoms + $added,
    s.writes = coalesce(s.writes, 0) + 1
CREATE (:AuditEvent {id: $audit_id, scope: $scope, kind: 'remember', at: $now,
                     turns: finished, added: $added, existing: $existing})
RETURN finished
