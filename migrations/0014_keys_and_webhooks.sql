-- API keys of organizations and their outgoing webhooks.

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
  -- a session of the organization's identity provider created the key
  sso boolean not null default false,
  granted_by uuid,
  granted_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash)
);
create index api_keys_former_hash_idx on api_keys (tenant_id, former_hash) where former_hash is not null;
create index api_keys_granted_by_idx on api_keys (granted_by);
comment on index api_keys_granted_by_idx is 'across tenants: access that a person has given';
call app.protect_tenant_table('api_keys', false);
-- Requests list and remove keys, but read and write no hash of one.
revoke select, insert, update on api_keys from pregao_runtime;
grant select (tenant_id, id, name, prefix, former_until, role, scopes, created_by, created_at, expires_at, last_used_at,
  sso, granted_by, granted_at) on api_keys to pregao_runtime;
grant select (token_hash), insert, update on api_keys to pregao_accounts;
call app.audited('api_keys', 'apiKey', 'name', 'prefix', 'role', 'scopes', 'expires_at', 'former_until', '*token_hash');
create trigger sets_grant before insert on api_keys for each row execute function app.set_grant();
create trigger sets_grant_on_update before update of token_hash on api_keys for each row
  when (old.token_hash <> new.token_hash) execute function app.set_grant();

-- Endpoints to which webhooks are sent (decision 66, R-WHK-01 to R-WHK-08).
create table webhook_endpoints (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuid7(),
  url text not null,
  description text not null,
  -- keys of src/contract/webhooks/events.ts
  events text[] not null,
  -- signing key, encrypted, and the one before the last rotation
  signing_key bytea not null,
  former_key bytea,
  former_until timestamptz,
  created_at timestamptz not null default now(),
  -- since when every attempt has failed
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('member', 'failing', 'gone')),
  granted_by uuid,
  granted_at timestamptz,
  primary key (tenant_id, id),
  check (num_nulls(disabled_at, disabled_reason) in (0, 2))
);
create index webhook_endpoints_granted_by_idx on webhook_endpoints (granted_by);
comment on index webhook_endpoints_granted_by_idx is 'across tenants: access that a person has given';
call app.protect_tenant_table('webhook_endpoints', false);
call app.audited('webhook_endpoints', 'webhook', 'url', 'description', 'events', 'former_until', 'disabled_at',
  'disabled_reason', '*signing_key');
create trigger sets_grant before insert on webhook_endpoints for each row execute function app.set_grant();
create trigger sets_grant_on_update before update of url, signing_key, disabled_at on webhook_endpoints for each row
  when (old.url <> new.url or old.signing_key <> new.signing_key
        or old.disabled_at is not null and new.disabled_at is null) execute function app.set_grant();

-- Events to which an endpoint subscribed.
create table webhook_events (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuid7(),
  type text not null,
  -- The row as the statement left it, a deleted one as it was, or `data` of the event where it is no row.
  subject jsonb not null,
  -- body of the requests, made for the first one: all others are equal
  body text,
  occurred_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index webhook_events_occurred_at_idx on webhook_events (occurred_at);
comment on index webhook_events_occurred_at_idx is 'across tenants: what is deleted after its retention period';
call app.protect_tenant_table('webhook_events', false);
revoke update, delete on webhook_events from pregao_runtime;

-- Deliveries of an event, one to each endpoint.
create table webhook_deliveries (
  tenant_id uuid not null,
  id uuid not null default app.uuid7(),
  endpoint_id uuid not null,
  event_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  -- since its creation or replay
  attempts integer not null default 0,
  -- while an attempt is made: when another process may repeat it
  next_attempt_at timestamptz default now(),
  -- the attempts (src/contract/webhooks/webhooks.ts)
  log jsonb not null default '[]',
  primary key (tenant_id, id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoints (tenant_id, id) on delete cascade,
  foreign key (tenant_id, event_id) references webhook_events (tenant_id, id) on delete cascade,
  check (state <> 'pending' or next_attempt_at is not null)
);
create index webhook_deliveries_endpoint_idx on webhook_deliveries (tenant_id, endpoint_id, id);
create index webhook_deliveries_event_idx on webhook_deliveries (tenant_id, event_id);
create index webhook_deliveries_waiting_idx on webhook_deliveries (tenant_id, endpoint_id, next_attempt_at)
  where next_attempt_at is not null;
create index webhook_deliveries_due_idx on webhook_deliveries (next_attempt_at, tenant_id, endpoint_id)
  where next_attempt_at is not null;
comment on index webhook_deliveries_due_idx is 'across tenants: what the sender has to send';
call app.protect_tenant_table('webhook_deliveries', operators => false, deletes => false);

-- Records an event and a delivery to each endpoint that subscribes to it, in the transaction of the cause. An event
-- with the id of a recorded one has no effect. In a cluster it runs on the node of the organization.
create function app.publish(of_tenant uuid, types text[], subject jsonb, event uuid default null) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  event_type text;
  added uuid;
  endpoint uuid;
begin
  foreach event_type in array types loop
    continue when not exists (
      select from webhook_endpoints e
      where e.tenant_id = of_tenant and e.disabled_at is null and event_type = any (e.events));
    added := coalesce(event, app.uuid7());
    insert into webhook_events (tenant_id, id, type, subject)
      values (of_tenant, added, event_type, publish.subject)
      on conflict (tenant_id, id) do nothing;
    continue when not found;
    -- Each by itself: Citus would collect the rows of a query with new ids elsewhere first.
    for endpoint in
      select e.id from webhook_endpoints e
      where e.tenant_id = of_tenant and e.disabled_at is null and event_type = any (e.events)
    loop
      insert into webhook_deliveries (tenant_id, endpoint_id, event_id) values (of_tenant, endpoint, added);
    end loop;
  end loop;
end $$;

-- Publishes the change of a row as the events that it means: none for a change that subscribers can't see. Rows that
-- are deleted by the cascade from an organization have no subscribers.
create function app.publish_row() returns trigger
  language plpgsql security invoker set search_path = public, pg_temp as $$
declare
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  this constant jsonb := coalesce(new_row, old_row);
  of_tenant constant uuid := this ->> 'tenant_id';
  noun constant text := tg_argv[0];
  was constant text := old_row ->> 'status';
  status constant text := new_row ->> 'status';
  types text[];
begin
  if tg_op = 'DELETE' and app.find_tenant('id', of_tenant::text) is null then return null; end if;
  types := case
    when noun = 'transaction' and tg_op = 'INSERT' then '{transaction.created}'
    when noun = 'transaction' and tg_op = 'DELETE' then '{transaction.deleted}'
    when noun = 'transaction' and old_row ->> 'version' <> new_row ->> 'version' then '{transaction.updated}'
    when noun = 'transaction' then '{}'
    when noun = 'subscription' and tg_op = 'INSERT' then '{subscription.created}'
    when noun = 'subscription' and (tg_op = 'DELETE' or old_row = new_row) then '{}'
    when noun = 'subscription' and status = 'canceled' and was <> 'canceled' then '{subscription.ended}'
    when noun = 'subscription' then '{subscription.updated}'
    -- Members: 0 invited, 1 requested, 2 active, 3 deactivated.
    when tg_op = 'DELETE' and (was = '0' or old_row ->> 'unaccepted' = 'true') then '{invitation.removed}'
    when tg_op = 'DELETE' and was in ('2', '3') then '{member.removed}'
    when tg_op = 'INSERT' and status = '0' then '{invitation.created}'
    when tg_op = 'INSERT' and status = '1' then '{member.requested}'
    when was = '2' and status = '3' then '{member.deactivated}'
    when was = '2' and status = '2' and old_row ->> 'changed_at' <> new_row ->> 'changed_at' then '{member.updated}'
    when was = '0' and status = '2' then '{invitation.accepted,member.added}'
    when was is distinct from '2' and status = '2' then '{member.added}'
    else '{}'
  end;
  -- `from` because a node delegates no call of a simple expression.
  perform * from app.publish(of_tenant, types, this, null);
  return null;
end $$;
create trigger publishes after insert or update or delete on transactions
  for each row execute function app.publish_row('transaction');
create trigger publishes after insert or update or delete on memberships
  for each row execute function app.publish_row('member');
create trigger publishes after insert or update or delete on tenant_products
  for each row execute function app.publish_row('subscription');

revoke execute on all routines in schema app from public;
grant execute on function app.publish to pregao_runtime, pregao_operator;
