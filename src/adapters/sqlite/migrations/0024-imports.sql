-- How far an import has come, and addresses that an import brought unverified.
CREATE TABLE imports (
  source BLOB PRIMARY KEY,
  position INTEGER NOT NULL,
  tally TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE accounts ADD COLUMN is_email_unverified INTEGER NOT NULL DEFAULT 0;
