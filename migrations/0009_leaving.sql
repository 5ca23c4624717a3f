-- Locks all organizations of the user in the order of their ids, as every change of memberships does, before
-- the account is deleted. Otherwise two concurrent deletions could wait for each other until PostgreSQL
-- breaks the deadlock.
create or replace function app.remove_self(owned uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    perform from tenants
      where id in (select tenant_id from memberships where user_id = app.user_id())
      order by id for update;
    if exists (select app.solely_owned() except select unnest(owned))
       or exists (select unnest(owned) except select app.solely_owned()) then
      raise exception 'ownership changed meanwhile' using errcode = '40001';
    end if;
    delete from tenants where id = any (owned);
    delete from users where id = app.user_id();
  end $$;
