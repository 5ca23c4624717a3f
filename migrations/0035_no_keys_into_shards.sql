-- Removes the foreign keys from accounts and mailed tokens to organizations: rows that are on every node or on
-- the coordinator cannot refer to rows that are on one of them (docs/scaling.md). The deletion of an
-- organization does what they did.
alter table users drop constraint users_default_tenant_id_fkey;
alter table tokens drop constraint tokens_invited_to_fkey;

-- Deletes organizations, the invitations to them and their use as a default. A token or default that a
-- concurrent transaction stores afterwards refers to nothing, and is treated so wherever it is read.
create function app.delete_tenants(those uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  -- First, because it waits for the transactions that hold the lock of an organization.
  delete from tenants where id = any (those);
  delete from tokens where invited_to = any (those);
  update users set default_tenant_id = null where default_tenant_id = any (those);
end
$$;

-- Deletes the organization of the scope.
create function app.remove_tenant(of_tenant uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if of_tenant is distinct from app.tenant_id() then
    raise exception 'Not the organization of this scope' using errcode = '42501';
  end if;
  perform app.delete_tenants(array[of_tenant]);
end
$$;
revoke all on function app.delete_tenants(uuid[]), app.remove_tenant(uuid) from public;
grant execute on function app.remove_tenant(uuid) to pregao_runtime;

-- As before (migration 9).
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
    delete from users where id = app.user_id();
  end $$;
