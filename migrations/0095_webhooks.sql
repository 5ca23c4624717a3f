-- Webhooks of organizations: endpoints, events and their deliveries (decision 66, R-WHK-01 to R-WHK-08).
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
  primary key (tenant_id, id),
  check (num_nulls(disabled_at, disabled_reason) in (0, 2))
);
call app.protect_tenant_table('webhook_endpoints');
call app.audited('webhook_endpoints', 'webhook', 'url', 'description', 'events', 'former_until', 'disabled_at',
  'disabled_reason', '*signing_key');

create table webhook_events (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuid7(),
  type text not null,
  -- The row as the transaction left it, or `data` of the event where it is no row.
  subject jsonb not null,
  -- body of the requests, made for the first one: all others are equal
  body text,
  occurred_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
call app.protect_tenant_table('webhook_events');
create index webhook_events_occurred_at_idx on webhook_events (occurred_at);
comment on index webhook_events_occurred_at_idx is 'across tenants: what is deleted after its retention period';

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
call app.protect_tenant_table('webhook_deliveries');
create index webhook_deliveries_endpoint_idx on webhook_deliveries (tenant_id, endpoint_id, id);
create index webhook_deliveries_event_idx on webhook_deliveries (tenant_id, event_id);
create index webhook_deliveries_waiting_idx on webhook_deliveries (tenant_id, endpoint_id, next_attempt_at)
  where next_attempt_at is not null;
create index webhook_deliveries_due_idx on webhook_deliveries (next_attempt_at, tenant_id, endpoint_id)
  where next_attempt_at is not null;
comment on index webhook_deliveries_due_idx is 'across tenants: what the sender has to send';
revoke all on webhook_endpoints, webhook_events, webhook_deliveries from pregao_app, pregao_operator;
revoke update, delete on webhook_events from pregao_runtime;

-- Records an event and a delivery to each endpoint that subscribes to it, in the transaction of the cause. An event with
-- the id of a recorded one has no effect. Like app.add_entry, it runs on the node of the organization.
create function app.publish(of_tenant uuid, types text[], subject jsonb, event uuid default null) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
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
end
$$;

-- Returns the events that the change of a row means; none for a change that subscribers can't see.
create function app.events_of(noun text, old_row jsonb, new_row jsonb) returns text[]
  language plpgsql immutable set search_path = pg_catalog, pg_temp
as $$
declare
  was constant text := old_row ->> 'status';
begin
  case noun
    when 'transaction' then
      return array[case when old_row is null then 'transaction.created'
        when new_row is null then 'transaction.deleted' else 'transaction.updated' end];
    when 'member' then
      if new_row is null then
        return array[case was when '0' then 'invitation.removed' when '2' then 'member.removed'
          when '3' then 'member.removed' end];
      end if;
      return case new_row ->> 'status'
        when '0' then case when old_row is null then array['invitation.created'] else '{}' end
        when '1' then case when old_row is null then array['member.requested'] else '{}' end
        when '3' then case when was = '2' then array['member.deactivated'] else '{}' end
        else case
          when was = '0' then array['invitation.accepted', 'member.added']
          when was = '2' then case when old_row = new_row then '{}' else array['member.updated'] end
          else array['member.added'] end
        end;
    when 'subscription' then
      if old_row is null then return array['subscription.created']; end if;
      if new_row is null or old_row = new_row then return '{}'; end if;
      return array[case when new_row ->> 'status' = 'canceled' and old_row ->> 'status' <> 'canceled'
        then 'subscription.ended' else 'subscription.updated' end];
  end case;
end
$$;

-- Publishes the change of a row. Rows that are deleted by the cascade from an organization have no subscribers.
create function app.publish_row() returns trigger
  language plpgsql security invoker set search_path = public, pg_temp
as $$
declare
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  this constant jsonb := coalesce(new_row, old_row);
  of_tenant constant uuid := this ->> 'tenant_id';
  types constant text[] := app.events_of(tg_argv[0], old_row, new_row);
begin
  if tg_op = 'DELETE' and not app.has_tenant(of_tenant) then return null; end if;
  -- `from` because a node delegates no call of a simple expression.
  perform * from app.publish(of_tenant, types, this, null);
  return null;
end
$$;

create trigger publishes after insert or update or delete on transactions
  for each row execute function app.publish_row('transaction');
create trigger publishes after insert or update or delete on memberships
  for each row execute function app.publish_row('member');
create trigger publishes after insert or update or delete on tenant_products
  for each row execute function app.publish_row('subscription');

revoke all on function app.publish(uuid, text[], jsonb, uuid), app.events_of(text, jsonb, jsonb), app.publish_row()
  from public;
grant execute on function app.publish(uuid, text[], jsonb, uuid), app.events_of(text, jsonb, jsonb)
  to pregao_runtime, pregao_operator, pregao_app;
