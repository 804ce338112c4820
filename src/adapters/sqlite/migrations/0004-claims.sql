ALTER TABLE accounts ADD COLUMN claims TEXT; -- a JSON object: names of claims and what the operator says
