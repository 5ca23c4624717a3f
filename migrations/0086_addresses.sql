-- Own addresses of organizations (R-ADR-01, decision 61).

-- Returns the organization that has a name of a kind; asked before it is known which organization a host belongs to.
create function app.tenant_of_name(of_kind text, wanted text) returns uuid
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return (select tenant_id from tenant_names where kind = of_kind and value = lower(wanted));
end
$$;
revoke all on function app.tenant_of_name(text, text) from public;
grant execute on function app.tenant_of_name(text, text) to pregao_runtime;

-- Returns the tier that an organization is entitled to; -1 while it is suspended.
create function app.tier_of(of_tenant uuid) returns integer
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return (select e.tier from app.entitlement(of_tenant) e);
end
$$;
revoke all on function app.tier_of(uuid) from public;
grant execute on function app.tier_of(uuid) to pregao_runtime;
