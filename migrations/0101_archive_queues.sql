-- Exports and imports of organizations take minutes: each runs in one of two queues of the worker, whose jobs run one
-- after another, so that those of a few organizations leave places for the emails of others (R-SEC-15).
create or replace function app.add_job(
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
    queue_name => case when add_job.name in ('archives.export', 'archives.import')
      then 'archives ' || abs(hashtext(add_job.payload ->> 'tenant') % 2) end,
    run_at => add_job.run_at,
    max_attempts => add_job.max_attempts,
    job_key => add_job.job_key
  );
end
$$;
