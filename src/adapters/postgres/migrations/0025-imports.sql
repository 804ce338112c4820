-- How far an import has come, and addresses that an import brought unverified.
CREATE TABLE imports (
  source bytea PRIMARY KEY,
  position bigint NOT NULL,
  tally text COLLATE "C" NOT NULL,
  updated_at bigint NOT NULL
);

ALTER TABLE accounts ADD COLUMN is_email_unverified boolean NOT NULL DEFAULT FALSE;
