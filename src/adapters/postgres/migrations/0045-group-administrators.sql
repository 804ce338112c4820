-- People who may change who is in a group, without being administrators of the service.
CREATE TABLE group_administrators (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  group_name text COLLATE "C" NOT NULL REFERENCES groups (name) ON DELETE CASCADE,
  PRIMARY KEY (account_id, group_name)
);

CREATE INDEX group_administrators_in_order ON group_administrators (group_name, account_id);
