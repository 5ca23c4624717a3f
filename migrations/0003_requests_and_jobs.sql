-- Limits of requests, requests that take effect once, jobs and outgoing email.

-- Counters of the rate limits (decision 10). Unlogged, because they need not survive a crash. Only the owner
-- may access them. rate-limiter-flexible defines the columns.
create unlogged table app.rate_limits (
  key varchar(255) primary key,
  points integer not null,
  -- epoch milliseconds
  expire bigint
);
create index rate_limits_expire_idx on app.rate_limits (expire);

-- Requests with an `Idempotency-Key`, which take effect once, however often they are sent within a day (decision 16,
-- R-SUB-21).
-- Without a tenant: a row is identified by a hash that only the sender of the key can produce, and only functions
-- access it.
create table app.keyed_requests (
  -- SHA-256 of the caller, the call and the key
  id bytea primary key,
  -- keyed digest of the request's content
  digest bytea not null,
  -- The attempt that executes the request, and the end of its lease.
  attempt uuid not null unique,
  lease_ends_at timestamptz not null,
  -- True after a transaction of the request has committed an audited change (app.mark_request).
  written boolean not null default false,
  -- Response encrypted with the key; null until there is one.
  status smallint,
  reply bytea,
  created_at timestamptz not null default now()
);

-- Begins an attempt and returns a verdict: `go` (execute), `replayed` (return the stored response), `busy` (another
-- attempt executes it), `differs` (the key belongs to another request), `lost` (executed, but the response was not
-- stored).
create function app.begin_request(
  of_id bytea, of_digest bytea, in_name_of uuid,
  out verdict text, out status smallint, out reply bytea
)
  language plpgsql security definer set search_path = app, public, pg_temp as $$
declare
  known app.keyed_requests;
  patience constant interval := interval '15 seconds';
begin
  insert into app.keyed_requests (id, digest, attempt, lease_ends_at)
    values (of_id, of_digest, in_name_of, now() + patience) on conflict do nothing;
  if found then
    verdict := 'go';
    return;
  end if;
  -- A lock means that another attempt is being admitted, or has written and not committed.
  select * into known from app.keyed_requests where id = of_id for update skip locked;
  if known.id is null then
    verdict := 'busy';
  elsif known.created_at < now() - interval '1 day' then
    delete from app.keyed_requests where id = of_id;
    insert into app.keyed_requests (id, digest, attempt, lease_ends_at)
      values (of_id, of_digest, in_name_of, now() + patience);
    verdict := 'go';
  elsif known.digest <> of_digest then
    verdict := 'differs';
  elsif known.status is not null then
    verdict := 'replayed';
    status := known.status;
    reply := known.reply;
  elsif known.lease_ends_at > now() or exists (
    select from billing_operations
    where requested_by = of_digest and state in ('open', 'authenticating') and lease_ends_at > now()
  ) then
    verdict := 'busy';
  elsif known.written and not exists (
    -- A completed payment can be requested again: the call finds it done (decision 11).
    select from billing_operations where requested_by = of_digest and state = 'done'
  ) then
    verdict := 'lost';
  else
    update app.keyed_requests set attempt = in_name_of, lease_ends_at = now() + patience
      where id = of_id;
    verdict := 'go';
  end if;
end $$;

-- Returns the digest of the current transaction's request, or null without a key. Refuses when another
-- attempt has taken the request over, so that a superseded attempt starts nothing.
create function app.current_request() returns bytea
  language plpgsql stable security definer set search_path = app, pg_temp as $$
declare
  mine constant uuid := app.actor_context('attempt')::uuid;
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
end $$;

-- Marks the keyed request of a transaction that changes something as written: that adds a record to the audit log.
-- Once, at the first record. Refuses an attempt that another has superseded. Billing operations track their own steps.
-- Distributing the tables drops the trigger (decision 91). Its condition calls no SQL function, whose text PostgreSQL
-- would parse at each record.
create function app.mark_request() returns trigger
  language plpgsql security definer set search_path = app, pg_temp as $$
declare
  mine constant uuid := app.actor_context('attempt')::uuid;
begin
  update app.keyed_requests set written = true where attempt = mine and not written;
  if not found and not exists (select 1 from app.keyed_requests where attempt = mine) then
    perform app.refuse('request.inProgress');
  end if;
  perform set_config('app.request_marked', 'on', true);
  return null;
end $$;
create trigger marks_request after insert on audit_log for each row
  when (current_setting('app.actor_context', true) like '%"attempt":%' and new.action not like 'payment.%'
    and current_setting('app.request_marked', true) is distinct from 'on') execute function app.mark_request();

-- Ends an attempt. Stores its response for a day; without one, frees the key after a refusal. When the outcome is
-- unknown (`unknown`), the key stays bound to the same request, which may be retried immediately.
create function app.end_request(
  of_attempt uuid, unknown boolean, with_status smallint default null, sealed bytea default null
) returns void
  language plpgsql security definer set search_path = app, public, pg_temp as $$
begin
  if with_status is not null then
    update app.keyed_requests set status = with_status, reply = sealed where attempt = of_attempt;
    return;
  elsif not unknown then
    delete from app.keyed_requests where attempt = of_attempt and status is null and not written;
  end if;
  update app.keyed_requests set lease_ends_at = now() where attempt = of_attempt and status is null;
end $$;

-- Queues a job in the transaction that causes it; the runtime roles have no other way. The queue (schema
-- graphile_worker, created when the job runner starts) belongs to the owner. Exports and imports of organizations
-- take minutes: each runs in one of two queues of the worker, whose jobs run one after another, so that those of a
-- few organizations leave places for the emails of others (R-SEC-15).
create function app.add_job(
  name text,
  payload jsonb,
  job_key text default null,
  max_attempts integer default null,
  run_at timestamptz default null
) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if name !~ '^[a-z][a-z.]{0,62}$' or max_attempts not between 1 and 100
    or length(payload::text) > 65536
  then
    raise exception 'Not a job: %', left(name, 63) using errcode = '22023';
  end if;
  perform graphile_worker.add_job(
    identifier => add_job.name,
    payload => add_job.payload::json,
    queue_name => case when add_job.name in ('archives.export', 'archives.import')
      then 'archives ' || abs(hashtext(add_job.payload ->> 'tenant') % 2) end,
    run_at => add_job.run_at,
    max_attempts => add_job.max_attempts,
    job_key => add_job.job_key
  );
end $$;

-- The outbox: a row is inserted in the transaction that causes the email, and a job sends it afterwards (R-REL-03).
create table emails (
  -- also the Message-ID, the same at every attempt
  id uuid primary key default app.uuid7(),
  -- one address without a display name: no character may end the header or add a recipient
  recipient text not null
    check (recipient ~ '^[^[:space:][:cntrl:]<>,;:"()@]+@[^[:space:][:cntrl:]<>,;:"()@]+$'),
  subject text not null check (subject !~ '[[:cntrl:]]'),
  -- both are emptied after sending: they may contain tokens, which are stored nowhere else
  text text not null,
  html text not null,
  locale text not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  sent_at timestamptz,
  -- set when the last attempt failed; no further attempt follows
  dead_at timestamptz,
  last_error text,
  -- The address that stops emails of this kind, for List-Unsubscribe (RFC 8058); null for required emails.
  unsubscribe_url text
);
create index emails_failed_idx on emails (id) where sent_at is null and last_error is not null;
create index emails_sent_at_idx on emails (sent_at);
create index emails_recipient_idx on emails (lower(recipient), id);
grant select (id, recipient, subject, locale, created_at, attempts, sent_at, dead_at, last_error) on emails to
  pregao_operator;

-- Inserts an email and its job, of which there is one for each email, in one transaction. The runtime roles may add
-- emails but not read them; the operator sees which failed, but not their content.
create function app.enqueue_email(
    recipient text, subject text, text text, html text, locale text, unsubscribe_url text default null)
  returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  mail uuid;
begin
  insert into public.emails (recipient, subject, text, html, locale, unsubscribe_url)
    values ($1, $2, $3, $4, $5, $6)
    returning emails.id into mail;
  perform app.add_job('mail.send', jsonb_build_object('id', mail), job_key => 'mail:' || mail);
  return mail;
end $$;

-- Queues a failed email again and resets its attempts. Returns false when there is no such email.
create function app.retry_email(mail uuid) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update emails set dead_at = null, attempts = 0
    where id = mail and sent_at is null and last_error is not null;
  if not found then return false; end if;
  perform app.add_job('mail.send', jsonb_build_object('id', mail), job_key => 'mail:' || mail);
  return true;
end $$;

revoke execute on all routines in schema app from public;
grant execute on function app.begin_request, app.end_request to pregao_runtime;
grant execute on function app.current_request, app.add_job, app.enqueue_email to pregao_runtime, pregao_operator;
grant execute on function app.retry_email to pregao_operator;
