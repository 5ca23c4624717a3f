-- What an identity provider can reach, and how much unfinished sign-ins keep (decision 73).

-- Hash of the secret that the browser got which received the response of a SAML provider: it alone finishes the sign-in.
alter table sso_requests add column code_hash bytea;

-- Finished requests are deleted, and the oldest of an organization that has too many.
-- safe: single sign-on is in no release.
alter table sso_requests drop column used_at;
grant delete on sso_requests to pregao_runtime;
-- safe: the table has the sign-ins of ten minutes.
create index sso_requests_for_tenant_idx on sso_requests (for_tenant, created_at);
