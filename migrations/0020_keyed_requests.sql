-- Requests with an `Idempotency-Key` take effect once, however often they are sent (decision 16, R-SUB-21).

-- Has no tenant: a row is identified by a hash that only the sender of the key can produce, and only
-- functions access the table.
create table app.keyed_requests (
  -- SHA-256 of the caller, the call and the key
  id bytea primary key,
  -- keyed digest of the request's content
  digest bytea not null,
  -- The attempt that executes the request, and the end of its lease.
  attempt uuid not null unique,
  held_until timestamptz not null,
  -- True after a transaction of the request has committed a change.
  written boolean not null default false,
  -- Response encrypted with the key; null until there is one.
  status smallint,
  reply bytea,
  created_at timestamptz not null default now()
);

-- Returns the digest of the current transaction's request, or null without a key. Refuses when another
-- attempt has taken the request over, so that a superseded attempt starts nothing.
create function app.this_request() returns bytea
  language plpgsql stable security definer set search_path = app, pg_temp
as $$
declare
  mine constant uuid := app.acting('attempt')::uuid;
  asked bytea;
begin
  if mine is null then
    return null;
  end if;
  select digest into asked from app.keyed_requests where attempt = mine;
  if not found then
    perform app.refuse('request.inProgress');
  end if;
  return asked;
end
$$;

-- Links a billing operation to the request that started it.
alter table billing_intents add column asked_by bytea;
alter table billing_intents alter column asked_by set default app.this_request();
create index billing_intents_asked_by_idx on billing_intents (asked_by) where asked_by is not null;

-- Begins an attempt and returns a verdict: `go` (execute), `replayed` (return the stored response), `busy`
-- (another attempt executes it), `differs` (the key belongs to another request), `lost` (executed, but the
-- response was not stored).
create function app.begin_request(
  of_id bytea, of_digest bytea, in_name_of uuid,
  out verdict text, out status smallint, out reply bytea
)
  language plpgsql security definer set search_path = app, public, pg_temp
as $$
declare
  known app.keyed_requests;
  patience constant interval := interval '15 seconds';
begin
  insert into app.keyed_requests (id, digest, attempt, held_until)
    values (of_id, of_digest, in_name_of, now() + patience) on conflict do nothing;
  if found then
    verdict := 'go';
    return;
  end if;
  -- A lock means that a transaction of the request is about to commit.
  select * into known from app.keyed_requests where id = of_id for update skip locked;
  if known.id is null then
    verdict := 'busy';
  elsif known.created_at < now() - interval '1 day' then
    delete from app.keyed_requests where id = of_id;
    insert into app.keyed_requests (id, digest, attempt, held_until)
      values (of_id, of_digest, in_name_of, now() + patience);
    verdict := 'go';
  elsif known.digest <> of_digest then
    verdict := 'differs';
  elsif known.status is not null then
    verdict := 'replayed';
    status := known.status;
    reply := known.reply;
  elsif known.held_until > now() or exists (
    select from billing_intents
    where asked_by = of_digest and state in ('open', 'authenticating') and held_until > now()
  ) then
    verdict := 'busy';
  elsif known.written and not exists (
    -- A completed payment can be requested again: the call finds it done (decision 11).
    select from billing_intents where asked_by = of_digest and state = 'done'
  ) then
    verdict := 'lost';
  else
    update app.keyed_requests set attempt = in_name_of, held_until = now() + patience
      where id = of_id;
    verdict := 'go';
  end if;
end
$$;

-- Stores the response of an attempt, for a day.
create function app.keep_reply(of_attempt uuid, with_status smallint, sealed bytea) returns void
  language sql security definer set search_path = app, pg_temp
  as $$
    update keyed_requests set status = with_status, reply = sealed where attempt = of_attempt
  $$;

-- Ends an attempt without a response. Frees the key, unless a change was committed or, when the outcome is
-- unknown (`unknown`), a payment was started.
create function app.free_request(of_attempt uuid, unknown boolean) returns void
  language plpgsql security definer set search_path = app, public, pg_temp
as $$
begin
  delete from app.keyed_requests as it
    where attempt = of_attempt and status is null and not written
      and not (unknown and exists (
        select from billing_intents where asked_by = it.digest and state <> 'undone'));
  update app.keyed_requests set held_until = now() where attempt = of_attempt and status is null;
end
$$;

-- Marks the request as written in the transaction of each change, so that both commit or neither does.
-- Refuses changes of an attempt that another has superseded.
create function app.mark_request() returns trigger
  language plpgsql security definer set search_path = app, pg_temp
as $$
declare
  mine constant uuid := app.acting('attempt')::uuid;
begin
  update app.keyed_requests set written = true where attempt = mine and not written;
  if not found and not exists (select from app.keyed_requests where attempt = mine) then
    perform app.refuse('request.inProgress');
  end if;
  return null;
end
$$;
-- Billing operations track their own steps.
create trigger marks_request after insert on audit_log
  for each row when (app.acting('attempt') is not null and new.action not like 'payment.%')
  execute function app.mark_request();

create function app.forget_requests() returns void
  language sql security definer set search_path = app, pg_temp
  as $$ delete from keyed_requests where created_at < now() - interval '1 day' $$;

revoke all on function app.this_request(), app.begin_request(bytea, bytea, uuid),
  app.keep_reply(uuid, smallint, bytea), app.free_request(uuid, boolean), app.mark_request(),
  app.forget_requests() from public;
grant execute on function app.this_request() to pregao_app, pregao_operator;
grant execute on function app.begin_request(bytea, bytea, uuid),
  app.keep_reply(uuid, smallint, bytea), app.free_request(uuid, boolean) to pregao_app;
