ALTER TABLE accounts ADD COLUMN claims text; -- a JSON object: names of claims and what the operator says
