CREATE TABLE groups (
  name TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE group_members (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  group_name TEXT NOT NULL REFERENCES groups (name) ON DELETE CASCADE,
  PRIMARY KEY (account_id, group_name)
) STRICT, WITHOUT ROWID;

CREATE INDEX group_members_by_group ON group_members (group_name);
