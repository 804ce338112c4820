-- A hash is chosen for each unknown name, among people of whom many may have no password.
CREATE INDEX accounts_with_password ON accounts (id) WHERE password_hash IS NOT NULL;
