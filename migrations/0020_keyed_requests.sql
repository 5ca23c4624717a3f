-- Requests that carry an `Idempotency-Key` are done once, however often they are sent (decision 16).

-- Nobody's rows: known by what only whoever sent the key can know, and reached by functions alone.
create table app.keyed_requests (
  -- SHA-256 of who asks, what is called, and the key
  id bytea primary key,
  -- what was asked, digested with the key
  digest bytea not null,
  -- Who works on it, and until when nobody else may.
  attempt uuid not null unique,
  held_until timestamptz not null,
  -- Something was written in its name, and committed.
  written boolean not null default false,
  -- What it was answered, sealed with the key; null until it is.
  status smallint,
  reply bytea,
  created_at timestamptz not null default now()
);

-- The digest of the request that this transaction belongs to; null without a key. Refused when
-- another attempt has taken over: what it would begin is no longer its to begin.
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

-- A payment remembers what asked for it: its intent and its key are one.
alter table billing_intents add column asked_by bytea;
alter table billing_intents alter column asked_by set default app.this_request();
create index billing_intents_asked_by_idx on billing_intents (asked_by) where asked_by is not null;

-- What becomes of a request: `go` (do it, in the name of this attempt), `replayed` (as it was
-- answered), `busy` (another attempt is at it), `differs` (the key was another request's), `lost` (it
-- was done, and nobody knows any more what was answered).
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
  -- Locked: what was written for it commits at this moment.
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
    -- What was paid for can be asked for again: it is found as it is (decision 11).
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

-- Keeps the answer of an attempt, for a day.
create function app.keep_reply(of_attempt uuid, with_status smallint, sealed bytea) returns void
  language sql security definer set search_path = app, pg_temp
  as $$
    update keyed_requests set status = with_status, reply = sealed where attempt = of_attempt
  $$;

-- Ends an attempt that came to nothing. Its key is as good as new, unless something was written in
-- its name, or, where nobody can tell (`unknown`), a payment was begun.
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

-- Whatever is told to the log was written: the request and its mark commit together, or neither. An
-- attempt that another has taken over writes nothing more.
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
-- The steps of a payment are followed by its intent.
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
