-- What an identity provider can reach, and how much unfinished sign-ins keep (decision 73).

-- Hash of the secret that the browser got which received the response of a SAML provider: it alone finishes the sign-in.
alter table sso_requests add column code_hash bytea;
-- Person that the provider has named, encrypted, until they answer whether to join (R-SSO-17).
alter table sso_requests add column identity bytea;

-- Finished requests are deleted, and the oldest of an organization that has too many.
-- safe: single sign-on is in no release.
alter table sso_requests drop column used_at;
grant delete on sso_requests to pregao_runtime;
-- safe: the table has the sign-ins of ten minutes.
create index sso_requests_for_tenant_idx on sso_requests (for_tenant, created_at);

-- Ends what the identity provider of an organization has opened: its sessions, and the API keys that were created in them
-- (R-SSO-16). The trigger of sessions tells the hub.
create function app.end_access_by_provider(of_tenant uuid) returns void
  language plpgsql set search_path = public, pg_temp
as $$
begin
  update sessions set revoked_at = now() where sso_tenant_id = of_tenant and revoked_at is null;
  delete from api_keys where tenant_id = of_tenant and sso;
end
$$;
revoke all on function app.end_access_by_provider(uuid) from public;

-- The same for the organization in scope.
create function app.end_sso_access() returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform app.end_access_by_provider(app.tenant_id());
end
$$;
revoke all on function app.end_sso_access() from public;
grant execute on function app.end_sso_access() to pregao_runtime;
