-- Jobs, outgoing email and the local mailbox.

-- Queues a job in the transaction that causes it; the runtime roles have no other way. The queue (schema
-- graphile_worker, created when the job runner starts) belongs to the owner.
create function app.add_job(
  name text,
  payload jsonb,
  job_key text default null,
  max_attempts integer default null,
  run_at timestamptz default null
) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if name !~ '^[a-z][a-z.]{0,62}$' or max_attempts not between 1 and 100
    or length(payload::text) > 65536
  then
    raise exception 'Not a job: %', left(name, 63) using errcode = '22023';
  end if;
  perform graphile_worker.add_job(
    identifier => add_job.name,
    payload => add_job.payload::json,
    run_at => add_job.run_at,
    max_attempts => add_job.max_attempts,
    job_key => add_job.job_key
  );
end
$$;

-- The outbox: a row is inserted in the transaction that causes the email, and a job sends it afterwards
-- (R-REL-03).
create table mails (
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
  last_error text
);
create index mails_failed_idx on mails (id) where sent_at is null and last_error is not null;
create index mails_sent_at_idx on mails (sent_at);

-- Queues a job that sends an email now or later. The job key prevents a second job for the same email.
create function app.queue_mail(id uuid, run_at timestamptz default null)
  returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.add_job(
    'mail.send',
    jsonb_build_object('id', queue_mail.id),
    job_key => 'mail:' || queue_mail.id,
    run_at => queue_mail.run_at
  );
end
$$;

-- Inserts an email and its job in one transaction. The runtime roles may add emails but not read them; the
-- operator sees which failed, but not their content.
create function app.enqueue_mail(recipient text, subject text, text text, html text, locale text)
  returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  mail_id uuid;
begin
  insert into public.mails (recipient, subject, text, html, locale)
    values ($1, $2, $3, $4, $5)
    returning mails.id into mail_id;
  perform app.queue_mail(mail_id);
  return mail_id;
end
$$;

grant select (id, recipient, subject, locale, created_at, attempts, sent_at, dead_at, last_error)
  on mails to pregao_operator;
revoke execute on function app.add_job, app.queue_mail, app.enqueue_mail from public;
grant execute on function app.add_job, app.enqueue_mail to pregao_app, pregao_operator;

-- The local mailbox, which receives email while no mail server is configured. Only the owner may read it.
create table sandbox.mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  at timestamptz not null default now()
);
create index mails_newest_idx on sandbox.mails (at desc, id desc);
create index mails_recipient_idx on sandbox.mails (lower(recipient), at desc, id desc);
