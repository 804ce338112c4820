CREATE TABLE passkeys (
  id text COLLATE "C" PRIMARY KEY, -- of the credential, base64url
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  user_handle text COLLATE "C" NOT NULL,
  public_key bytea NOT NULL, -- a COSE_Key
  algorithm integer NOT NULL,
  counter bigint NOT NULL,
  transports text NOT NULL, -- separated by spaces
  is_backup_eligible boolean NOT NULL,
  is_backed_up boolean NOT NULL,
  aaguid text NOT NULL,
  name text NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint,
  counter_went_back_at bigint
);
CREATE INDEX passkeys_by_account ON passkeys (account_id);
