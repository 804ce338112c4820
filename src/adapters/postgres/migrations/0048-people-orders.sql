-- Lists of people by name and by e-mail address. Addresses are walked along in account_names, because a sign-in writes every index of
-- accounts. The expressions stand word for word in sql/people-orders.ts. The accounts are locked last, and as briefly as may be.
CREATE INDEX account_names_of_addresses ON account_names (name, account_id) WHERE replace(name, '@', '') <> name;
DROP INDEX accounts_by_name;
-- With the name itself in it, PostgreSQL need not read the row, although the index is one of an expression.
CREATE INDEX accounts_by_name ON accounts (lower(name COLLATE "C"), id) INCLUDE (name);
CREATE INDEX accounts_without_name ON accounts ((name COLLATE "C"), id) WHERE (name COLLATE "C") IS NULL;
CREATE INDEX accounts_without_email ON accounts ((email COLLATE "C"), id) WHERE (email COLLATE "C") IS NULL;
