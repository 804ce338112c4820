CREATE TABLE groups (
  name text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL
);

CREATE TABLE group_members (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  group_name text COLLATE "C" NOT NULL REFERENCES groups (name) ON DELETE CASCADE,
  PRIMARY KEY (account_id, group_name)
);

CREATE INDEX group_members_by_group ON group_members (group_name);
