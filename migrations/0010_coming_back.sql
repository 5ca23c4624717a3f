-- Attempts that are counted, and people who come back.

-- What the rate limits count (decisions/0010). Worth nothing after a crash, so not logged; for the
-- owner's role alone. The columns are those that rate-limiter-flexible writes.
create unlogged table app.attempts (
  key varchar(255) primary key,
  points integer not null,
  -- epoch milliseconds
  expire bigint
);
create index attempts_expire_idx on app.attempts (expire);

-- Whether somebody has no organization to go to: invited, waiting and inactive is nowhere yet. One
-- that they registered (joined 0) is theirs to claim, so they need no other.
create function app.belongs_nowhere(person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select not exists (
      select from memberships
      where user_id = person and (status = 2 or status = 0 and joined = 0))
  $$;

-- Makes somebody who has just proven who they are the owner of what was registered for them. An
-- account without a name takes the registration's.
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

-- Has a mail that failed tried again, from the first try on; whether there was one.
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
