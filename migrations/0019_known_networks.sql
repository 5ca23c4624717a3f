-- SHA-256 of user and network of a sign-in. Failed attempts of others do not block a known network (decision
-- 10, R-ACC-23). Hashed, so that the network is not stored in clear.
alter table sessions add column network bytea;
