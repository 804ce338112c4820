-- The partitions of the grants and their bounds (docs/adr/0017-grants-in-partitions.md). A node of a release without this table
-- makes, widens and drops partitions that it does not note here; the others take that over from the catalogue.
CREATE TABLE grant_partitions (
  name text COLLATE "C" PRIMARY KEY,
  -- It takes ids whose time is in [begins_at, ends_at).
  begins_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  -- No row in it is kept longer; its constraint of the same name refuses any that would be.
  kept_until bigint NOT NULL,
  -- True once it is to be dropped. A table that is detached already is dropped too.
  is_closing boolean NOT NULL
);
