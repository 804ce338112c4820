-- How strongly this person must prove who they are: one, two or phr; NULL where the operator asks nothing of the account.
ALTER TABLE accounts ADD COLUMN requires text COLLATE "C";
