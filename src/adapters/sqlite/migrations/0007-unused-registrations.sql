-- A client that registered itself goes then, unless somebody signs in with it before. NULL: it stays.
ALTER TABLE clients ADD COLUMN unused_until INTEGER;
CREATE INDEX clients_unused ON clients (unused_until) WHERE unused_until IS NOT NULL;

-- How many registered themselves is asked at every registration.
CREATE INDEX clients_self_registered ON clients (id) WHERE metadata ->> '$.registrationTokenDigest' IS NOT NULL;
