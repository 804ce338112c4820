-- The subject that a person kept from another product. Most accounts have none.
ALTER TABLE accounts ADD COLUMN subject TEXT;
CREATE UNIQUE INDEX accounts_subject ON accounts (subject) WHERE subject IS NOT NULL;
