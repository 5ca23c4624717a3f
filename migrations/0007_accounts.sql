-- Returns the organizations of which the user is the only owner. They are deleted with the account
-- (R-ACC-26).
create function app.solely_owned() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select mine.tenant_id from memberships mine
    where mine.user_id = app.user_id() and mine.role = 0 and mine.status = 2
      and not exists (
        select from memberships other
        where other.tenant_id = mine.tenant_id and other.user_id <> mine.user_id
          and other.role = 0 and other.status = 2)
  $$;
revoke all on function app.solely_owned() from public;
grant execute on function app.solely_owned() to pregao_app;

-- Deletes the user of the scope and the given organizations. Fails when these are no longer exactly the ones
-- that only the user owns: subscriptions were canceled for the given ones only.
create function app.remove_self(owned uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    perform from tenants where id = any (owned) order by id for update;
    if exists (select app.solely_owned() except select unnest(owned))
       or exists (select unnest(owned) except select app.solely_owned()) then
      raise exception 'ownership changed meanwhile' using errcode = '40001';
    end if;
    delete from tenants where id = any (owned);
    delete from users where id = app.user_id();
  end $$;
revoke all on function app.remove_self(uuid[]) from public;
grant execute on function app.remove_self(uuid[]) to pregao_app;
