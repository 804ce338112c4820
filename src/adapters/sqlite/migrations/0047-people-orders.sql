-- Lists of people by name and by e-mail address. Addresses are walked along in account_names. The expressions stand word for word in
-- sql/people-orders.ts. Unlike an index of lower(name), one of the column gives its values without a look at the row.
DROP INDEX accounts_by_name;
CREATE INDEX accounts_by_name ON accounts (name COLLATE NOCASE, id);
CREATE INDEX account_names_of_addresses ON account_names (name, account_id) WHERE replace(name, '@', '') <> name;
-- With the address in it, SQLite need not read the row to see that there is none.
CREATE INDEX accounts_without_email ON accounts (email, id) WHERE email IS NULL;
