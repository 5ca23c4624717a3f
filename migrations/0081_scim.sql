-- Provisioning by SCIM 2.0 (decision 58, R-SCM-01 to R-SCM-08).
create table scim_tokens (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuid7(),
  -- SHA-256 of the bearer token, which names its organization
  token_hash bytea not null,
  -- the beginning of the token, for owners and the audit log
  prefix text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash)
);
call app.protect_tenant_table('scim_tokens');
revoke all on scim_tokens from pregao_app, pregao_operator;
revoke update on scim_tokens from pregao_runtime;
call app.audited('scim_tokens', 'scimToken', 'prefix', 'expires_at', '*token_hash');

-- Returns the live token with this hash, and what its organization is entitled to; notes its use, at most once a minute.
-- Opens no scope.
create function app.enter_scim(of_tenant uuid, hash bytea)
  returns table (tenant uuid, token uuid, token_prefix text, tier integer)
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
begin
  select t.tenant_id, t.id, t.prefix into tenant, token, token_prefix from scim_tokens t
    where t.tenant_id = of_tenant and t.token_hash = hash and t.expires_at > now();
  if not found then return; end if;
  select e.tier into tier from app.entitlement(of_tenant) e;
  update scim_tokens t set last_used_at = now()
    where t.tenant_id = of_tenant and t.id = token
      and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute');
  return next;
end
$$;
revoke all on function app.enter_scim(uuid, bytea) from public;
grant execute on function app.enter_scim(uuid, bytea) to pregao_runtime;

-- Names the service of an entry without a person: a SCIM client by the prefix of its token. A default, so that the
-- functions that add entries stay as they are.
alter table audit_log add column service text;
alter table audit_log alter column service set default app.acting('service');

alter table memberships
  -- id that the organization's directory gave the member
  add column external_id text,
  -- an invitation that was deactivated before it was accepted: reactivating sends it again
  add column unaccepted boolean not null default false;
alter table memberships
  add constraint memberships_unaccepted_check check (not unaccepted or status = 3) not valid;
-- safe: no row has a value yet.
create index memberships_external_id_idx on memberships (tenant_id, external_id) where external_id is not null;

-- As before (migration 77), without invitations that were never accepted.
create or replace function app.my_deactivated()
  returns table (id uuid, tenant_id uuid, name text, logo text, logo_darkmode text, app_theme text, app_color text)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  person constant uuid := app.user_id();
begin
  return query
    select m.id, m.tenant_id, t.name, t.logo::text, t.logo_darkmode::text, t.app_theme, t.app_color
    from memberships m join tenants t on t.id = m.tenant_id
    where m.user_id = person and m.status = 3 and not m.unaccepted
    order by t.name, m.id
    limit 100;
end
$$;
create or replace function app.is_awaiting_acceptance() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select exists (select 1 from memberships
      where user_id = app.user_id() and status in (1, 3) and not unaccepted)
  $$;

-- As before (migration 15): names the person as the actor where no one acts, but not in the place of a service. That of
-- memberships is gone where the tables are distributed (migration 48).
drop trigger introduces on users;
create trigger introduces before insert on users
  for each row when (app.acting('user') is null and app.acting('service') is null)
  execute function app.introduce('id');
do $$
begin
  if exists (select 1 from pg_trigger where tgrelid = 'memberships'::regclass and tgname = 'introduces') then
    drop trigger introduces on memberships;
    create trigger introduces before insert on memberships
      for each row when (app.acting('user') is null and app.acting('service') is null)
      execute function app.introduce('user_id');
  end if;
end
$$;
