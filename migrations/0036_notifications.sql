-- Notifications are sent by the connection of the transaction that causes them, with its COMMIT
-- (src/server/database/driver/change-notifications.ts). Triggers of a distributed table run on the node of the
-- row, where no process listens, and a transaction that has executed NOTIFY cannot be prepared for a commit on
-- several nodes. Sessions are a local table and keep their triggers.
drop trigger tells_of_change on memberships;
drop trigger tells_of_change on join_links;
drop trigger tells_of_change on tenant_products;
drop trigger tells_of_change on tenants;
drop trigger tells_of_catalogue on subscription_products;
drop trigger tells_of_catalogue on subscription_prices;
drop trigger tells_of_catalogue on subscription_features;
-- The product deactivates no account. Every three seconds the hub checks all of its connections.
drop trigger tells_of_end on users;

-- Notifies all processes that members of a tenant changed, in functions that change them.
create function app.notify_members_changed(of_tenant uuid) returns void
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_notify('hub', jsonb_build_object(
    'kind', 'changed', 'topic', 'members', 'tenant', of_tenant)::text);
end
$$;
revoke all on function app.notify_members_changed(uuid) from public;

-- As before (migration 35), with notifications.
create or replace function app.delete_tenants(those uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from tenants where id = any (those);
  delete from tokens where invited_to = any (those);
  update users set default_tenant_id = null where default_tenant_id = any (those);
  perform app.notify_members_changed(deleted) from unnest(those) as deleted;
end
$$;

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
    perform app.delete_tenants(owned);
    perform app.notify_members_changed(tenant_id) from memberships where user_id = app.user_id();
    delete from users where id = app.user_id();
  end $$;

-- As before (migration 30), with notifications.
create or replace function app.claim_registered(person uuid) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
  declare
    waiting memberships;
  begin
    perform app.assert_own(person);
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
      perform app.notify_members_changed(waiting.tenant_id);
    end loop;
  end $$;

-- As before (migration 6), with notifications.
create or replace function app.hear_the_person() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    update memberships set
      first_name = case when new.first_name = old.first_name then first_name end,
      last_name = case when new.last_name = old.last_name then last_name end,
      phone = case when new.phone = old.phone then phone end
    where user_id = new.id and status = 2;
    perform app.notify_members_changed(tenant_id) from memberships
      where user_id = new.id and status = 2;
    return null;
  end $$;
