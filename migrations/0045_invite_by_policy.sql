-- Actions of an organization on accounts, after it has written the membership in the same transaction: functions
-- of the owner on the coordinator of Citus do not see that row (decision 41).

-- Returns true if this person is invited to the organization of the scope.
create function app.is_invited(person uuid) returns boolean
  language plpgsql stable security invoker set search_path = public, pg_temp
as $$
declare
  of_tenant constant uuid := app.tenant_id();
begin
  return exists (
    select 1 from memberships m where m.tenant_id = of_tenant and m.user_id = person and m.status = 0);
end
$$;
create policy runtime_invites on tokens for insert to pregao_runtime
  with check (purpose = 'invitation' and invited_to = app.tenant_id() and app.is_invited(user_id));

-- Deletes the unused invitations of a person to the organization of the scope (R-MEM-07).
create function app.void_invitations(person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from tokens
    where user_id = person and purpose = 'invitation' and invited_to = app.tenant_id()
      and used_at is null;
end
$$;

-- As before (migration 30); the policy checks the invitation.
create or replace function app.issue_invitation(person uuid, hash bytea, lasts interval) returns void
  language plpgsql security invoker set search_path = public, pg_temp
as $$
begin
  perform app.void_invitations(person);
  insert into tokens (token_hash, purpose, user_id, invited_to, expires_at)
    values (hash, 'invitation', person, app.tenant_id(), now() + lasts);
end
$$;

-- Makes the organization of the scope the default of a person who has none. A default of which the person is no
-- active member counts as none.
create function app.use_as_default(person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update users set default_tenant_id = app.tenant_id()
    where id = person and default_tenant_id is null;
end
$$;

-- As before (migration 30).
create or replace function app.open_by_default(person uuid) returns void
  language plpgsql security invoker set search_path = public, pg_temp
as $$
declare
  of_tenant constant uuid := app.tenant_id();
begin
  if exists (
    select 1 from memberships m where m.tenant_id = of_tenant and m.user_id = person and m.status = 2
  ) then
    perform app.use_as_default(person);
  end if;
end
$$;

revoke all on function app.is_invited(uuid), app.void_invitations(uuid), app.use_as_default(uuid) from public;
grant execute on function app.is_invited(uuid), app.void_invitations(uuid), app.use_as_default(uuid)
  to pregao_runtime;
