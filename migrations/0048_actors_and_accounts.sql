-- Actors of members, and members of changed and deleted accounts, where members are on other nodes than accounts
-- (docs/scaling.md).

-- A person who changes their profile does so in the scope of the account. In the scope of an organization they accept
-- its invitation, which fills empty names; the values of other organizations stay (decision 8), and the owner must not
-- query members that the caller has just written there.
drop trigger hears_the_person on users;
create trigger hears_the_person after update of first_name, last_name, phone on users
  for each row when (app.tenant_id() is null and (old.first_name, old.last_name, old.phone)
    is distinct from (new.first_name, new.last_name, new.phone))
  execute function app.hear_the_person();

-- Deletes the memberships of a deleted account. Distributing the tables makes this a trigger, in place of the foreign
-- key.
create function app.delete_memberships() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from memberships where user_id = old.id;
  return null;
end
$$;
revoke all on function app.delete_memberships() from public;

-- Deletes, of a batch of accounts after this id, those without any membership, not even an invitation or a request:
-- unverified ones after a day, verified ones after thirty days without a session (R-REL-08). Returns the last id of the
-- batch, null when there is none. Reads members by themselves, as Citus deletes from a local table by local conditions
-- only. The lock blocks the insertion of a member, on one machine.
create function app.delete_unused_accounts(past uuid, batch integer) returns uuid
  language plpgsql set search_path = public, pg_temp
as $$
declare
  candidates constant uuid[] := array(
    select id from users
    where id > past and type = 1
      and created_at < now() - case
        when verified_at is null then interval '1 day' else interval '30 days' end
      and not exists (
        select from sessions
        where user_id = users.id and greatest(created_at, least(expires_at, revoked_at))
          > now() - interval '30 days')
      and not exists (
        select from tokens where user_id = users.id and used_at is null and expires_at > now())
      and not exists (
        select from billing_intents
        where user_id = users.id and state in ('open', 'authenticating'))
    order by id limit batch for update of users skip locked);
  members constant uuid[] := array(select user_id from memberships where user_id = any (candidates));
begin
  delete from users where id = any (candidates) and id <> all (members);
  return candidates[cardinality(candidates)];
end
$$;
revoke all on function app.delete_unused_accounts(uuid, integer) from public;

-- Names the actor of a transaction without a signed-in user, on every node.
create function app.name_actor(person uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if app.acting('user') is null then
    perform app.set_local('acting',
      (coalesce(nullif(current_setting('app.acting', true), '')::jsonb, '{}')
        || jsonb_build_object('user', person))::text);
  end if;
end
$$;
revoke all on function app.name_actor(uuid) from public;
grant execute on function app.name_actor(uuid) to pregao_runtime, pregao_operator;

-- As before (migration 42), and repeatable on Citus. Also ends the trigger of memberships that names the actor, which
-- on Citus does so on the node of the row only: the services call app.name_actor instead.
create or replace procedure app.end_previous_release()
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  former record;
begin
  for former in
    select tgrelid::regclass as relation, tgname as name from pg_trigger
    where tgrelid = 'audit_log'::regclass and tgname = 'marks_request'
      or tgrelid = 'memberships'::regclass
        and (tgname = 'introduces' or tgname = 'keeps_an_owner' and tgdeferrable)
  loop
    execute format('drop trigger %I on %s', former.name, former.relation);
  end loop;
  if not exists (
    select 1 from pg_trigger where tgrelid = 'memberships'::regclass and tgname = 'keeps_an_owner'
  ) then
    create trigger keeps_an_owner after delete or update of role, status, user_id, tenant_id on memberships
      for each row when (old.role = 0 and old.status = 2) execute function app.keep_an_owner();
  end if;
end
$$;
