-- Counters of rate limits, and accounts without an organization.

-- Counters of the rate limits (decision 10). Unlogged, because they need not survive a crash. Only the owner
-- may access them. rate-limiter-flexible defines the columns.
create unlogged table app.attempts (
  key varchar(255) primary key,
  points integer not null,
  -- epoch milliseconds
  expire bigint
);
create index attempts_expire_idx on app.attempts (expire);

-- Returns true when the user has no organization to open. Invited, pending and inactive memberships do not
-- count, except an organization that the user registered (joined 0) and can still claim.
create function app.belongs_nowhere(person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select not exists (
      select from memberships
      where user_id = person and (status = 2 or status = 0 and joined = 0))
  $$;

-- Activates the memberships of organizations that the user registered, after the address is verified. Copies
-- the names of the registration to an account that has none.
create function app.claim_registered(person uuid) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
  declare
    waiting memberships;
  begin
    for waiting in
      select * from memberships
      where user_id = person and status = 0 and joined = 0 order by id for update
    loop
      update users set
        first_name = coalesce(nullif(first_name, ''), waiting.first_name, ''),
        last_name = coalesce(nullif(last_name, ''), waiting.last_name, ''),
        phone = coalesce(nullif(phone, ''), waiting.phone, ''),
        default_tenant_id = coalesce(default_tenant_id, waiting.tenant_id)
      where id = person;
      update memberships set status = 2, first_name = null, last_name = null, phone = null
      where tenant_id = waiting.tenant_id and id = waiting.id;
    end loop;
  end $$;

-- Queues a failed email again and resets its attempts. Returns false when there is no such email.
create function app.retry_mail(mail uuid) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
  begin
    update mails set dead_at = null, attempts = 0
      where id = mail and sent_at is null and last_error is not null;
    if not found then return false; end if;
    perform app.queue_mail(mail);
    return true;
  end $$;

revoke all on function app.belongs_nowhere(uuid), app.claim_registered(uuid), app.retry_mail(uuid)
  from public;
grant execute on function app.belongs_nowhere(uuid), app.claim_registered(uuid) to pregao_app;
grant execute on function app.retry_mail(uuid) to pregao_operator;
