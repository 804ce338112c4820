-- What lists of people are filtered and ordered by. last_sign_in_at is to the minute, and 0 if no sign-in is known. Every index is one
-- that sql/people-conditions.ts or sql/people.ts walks along, and its expressions stand there word for word.
ALTER TABLE accounts ADD COLUMN last_sign_in_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN is_imported INTEGER NOT NULL DEFAULT 0;
-- The id of an activity begins with its time: twelve hexadecimal digits, which SQLite reads in no other way. << binds as tightly as |.
UPDATE accounts SET last_sign_in_at = max(
  coalesce((SELECT max(authenticated_at) FROM sessions WHERE account_id = accounts.id), 0),
  coalesce((
    SELECT (instr('123456789ABCDEF', substr(digits, 1, 1)) << 44) | (instr('123456789ABCDEF', substr(digits, 2, 1)) << 40)
         | (instr('123456789ABCDEF', substr(digits, 3, 1)) << 36) | (instr('123456789ABCDEF', substr(digits, 4, 1)) << 32)
         | (instr('123456789ABCDEF', substr(digits, 5, 1)) << 28) | (instr('123456789ABCDEF', substr(digits, 6, 1)) << 24)
         | (instr('123456789ABCDEF', substr(digits, 7, 1)) << 20) | (instr('123456789ABCDEF', substr(digits, 8, 1)) << 16)
         | (instr('123456789ABCDEF', substr(digits, 9, 1)) << 12) | (instr('123456789ABCDEF', substr(digits, 10, 1)) << 8)
         | (instr('123456789ABCDEF', substr(digits, 11, 1)) << 4) | instr('123456789ABCDEF', substr(digits, 12, 1))
    FROM (SELECT hex(substr(max(id), 1, 6)) AS digits FROM activity WHERE account_id = accounts.id AND kind = 'signed-in')
    WHERE digits <> ''
  ), 0)
)
WHERE id IN (SELECT account_id FROM sessions UNION SELECT account_id FROM activity WHERE kind = 'signed-in');
CREATE INDEX accounts_by_creation ON accounts (created_at, id);
CREATE INDEX accounts_by_username ON accounts (username, id);
CREATE INDEX accounts_by_last_sign_in ON accounts (last_sign_in_at, id);
CREATE INDEX accounts_by_name ON accounts (lower(name));
CREATE INDEX accounts_by_last_word ON accounts (lower(substr(name, length(rtrim(name, replace(name, ' ', ''))) + 1)))
 ;
CREATE INDEX accounts_by_domain ON accounts (ltrim(email, replace(email, '@', '')));
-- With the flag in it, SQLite need not read the row to see that the flag is set.
CREATE INDEX accounts_disabled ON accounts (id, is_disabled) WHERE is_disabled;
CREATE INDEX accounts_of_administrators ON accounts (id, is_admin) WHERE is_admin;
CREATE INDEX accounts_unverified ON accounts (id, is_email_unverified) WHERE is_email_unverified;
CREATE INDEX accounts_imported ON accounts (id, is_imported) WHERE is_imported;
