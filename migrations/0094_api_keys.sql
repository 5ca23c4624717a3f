-- API keys of organizations, for programs (decision 65, R-KEY-01 to R-KEY-07).
create table api_keys (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuid7(),
  name text not null,
  -- the beginning of the secret, for people and the audit log
  prefix text not null,
  -- SHA-256 of the secret, which names its organization
  token_hash bytea not null,
  -- that of the secret before the last rotation, and until when it is valid
  former_hash bytea,
  former_until timestamptz,
  -- highest rights: 1 admin, 2 member, 3 guest
  role smallint not null check (role between 1 and 3),
  scopes text[] not null,
  -- the user with whose rights the key acts
  created_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash)
);
create index api_keys_former_hash_idx on api_keys (tenant_id, former_hash) where former_hash is not null;
call app.protect_tenant_table('api_keys');
revoke all on api_keys from pregao_app, pregao_operator;
call app.audited('api_keys', 'apiKey', 'name', 'prefix', 'role', 'scopes', 'expires_at', 'former_until', '*token_hash');

-- Returns the key with this secret, what its creator may do, and what the organization is entitled to; notes its use, at
-- most once a minute. No row if its creator is no active member. Opens no scope.
create function app.enter_key(of_tenant uuid, hash bytea)
  returns table (key uuid, key_prefix text, scopes text[], expired boolean, person uuid, role smallint,
                 tier integer, read_only boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  found_key api_keys;
begin
  select * into found_key from api_keys k
    where k.tenant_id = of_tenant and (k.token_hash = hash or k.former_hash = hash);
  if not found or found_key.token_hash <> hash and found_key.former_until <= now() then return; end if;
  if not exists (select from users u where u.id = found_key.created_by and u.active) then return; end if;
  select m.role into role from memberships m
    where m.tenant_id = of_tenant and m.user_id = found_key.created_by and m.status = 2;
  if not found then return; end if;
  key := found_key.id;
  key_prefix := found_key.prefix;
  scopes := found_key.scopes;
  person := found_key.created_by;
  role := greatest(role, found_key.role);
  expired := found_key.expires_at is not null and found_key.expires_at <= now();
  select e.tier, e.read_only into tier, read_only from app.entitlement(of_tenant) e;
  if found_key.last_used_at is null or found_key.last_used_at < now() - interval '1 minute' then
    update api_keys k set last_used_at = now() where k.tenant_id = of_tenant and k.id = found_key.id;
  end if;
  return next;
end
$$;
revoke all on function app.enter_key(uuid, bytea) from public;
grant execute on function app.enter_key(uuid, bytea) to pregao_runtime;
