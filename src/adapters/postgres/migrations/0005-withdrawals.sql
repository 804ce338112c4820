-- When a person last withdrew what a client was allowed: a consent form that was shown before allows nothing any more.
CREATE TABLE withdrawals (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  client_id text COLLATE "C" NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
  withdrawn_at bigint NOT NULL,
  PRIMARY KEY (account_id, client_id)
);
CREATE INDEX withdrawals_of_client ON withdrawals (client_id);

-- Codes and pushed requests that are not younger are dead. Set when the client is enabled again or loses a redirect URI.
ALTER TABLE clients ADD COLUMN codes_void_until bigint;
