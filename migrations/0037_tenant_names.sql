-- Names and subdomains of organizations, which are unique across tenants: on a database sharded by tenant no
-- node knows the rows of the others, but each has a copy of this table. Names are in lower case.
create table tenant_names (
  kind text not null check (kind in ('name', 'subdomain')),
  value text not null check (value <> ''),
  -- No foreign key: app.delete_tenants deletes the names (migration 35).
  tenant_id uuid not null,
  primary key (kind, value)
);
create index tenant_names_tenant_id_idx on tenant_names (tenant_id);
call app.protect_tenant_table('tenant_names');
comment on index tenant_names_pkey is 'across tenants: no two organizations have one name or subdomain';

insert into tenant_names (kind, value, tenant_id)
  select 'name', lower(name), id from tenants
  union all
  select 'subdomain', subdomain, id from tenants where subdomain <> '';

create or replace function app.is_tenant_name_taken(wanted text) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return exists (select 1 from tenant_names where kind = 'name' and value = lower(wanted));
end
$$;

-- As before (migration 36), with the names.
create or replace function app.delete_tenants(those uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from tenants where id = any (those);
  delete from tenant_names where tenant_id = any (those);
  delete from tokens where invited_to = any (those);
  update users set default_tenant_id = null where default_tenant_id = any (those);
  perform app.notify_members_changed(deleted) from unnest(those) as deleted;
end
$$;

-- As before (migration 6), in a language that Citus can plan.
create or replace function app.tenant_of_link(link text) returns uuid
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return (select tenant_id from join_links where token = link and active);
end
$$;
