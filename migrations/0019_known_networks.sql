-- From where somebody has signed in: guesses of others do not close those networks to them
-- (decisions/0010). SHA-256 of the person and the network, so that it is kept nowhere in clear.
alter table sessions add column network bytea;
