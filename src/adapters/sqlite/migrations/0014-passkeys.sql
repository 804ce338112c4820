CREATE TABLE passkeys (
  id TEXT PRIMARY KEY, -- of the credential, base64url
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  user_handle TEXT NOT NULL,
  public_key BLOB NOT NULL, -- a COSE_Key
  algorithm INTEGER NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL, -- separated by spaces
  is_backup_eligible INTEGER NOT NULL,
  is_backed_up INTEGER NOT NULL,
  aaguid TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  counter_went_back_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_by_account ON passkeys (account_id);
