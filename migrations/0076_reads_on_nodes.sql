-- Reads of members on the nodes of Citus (decision 56). One machine keeps app.enter, which does both in one call;
-- whatever that function checks belongs here, too: of the session above, of the organization below.

-- Returns the live session with this token, from tables of the coordinator alone.
create function app.session_of(hash bytea)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid, is_due boolean,
                 operator_role text, is_recent boolean, has_factor boolean, writes boolean)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.is_due, s.operator_role, s.is_recent, s.has_factor,
         s.writes
    into session_id, user_id, user_type, impersonator_id, is_due, operator_role, is_recent, has_factor, writes
    from app.live_sessions s where s.token_hash = hash;
  if found then return next; end if;
end
$$;

-- Opens the scope of an organization on its node if the person is an active member, and returns what app.enter
-- returns of it. The server has sealed which person enters which organization (`person/organization`): the node has no sessions.
create function app.enter_member(sealed text)
  returns table (role smallint, tier integer, read_only boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  entry text;
  person uuid;
  of_tenant uuid;
begin
  perform set_config('app.entry', sealed, true);
  entry := app.opened('entry');
  person := split_part(entry, '/', 1);
  of_tenant := split_part(entry, '/', 2);
  select m.role into role from memberships m
    where m.tenant_id = of_tenant and m.user_id = person and m.status = 2;
  if found then
    select e.tier, e.read_only into tier, read_only from app.entitlement(of_tenant) e;
    perform app.open_scope('tenant_id', of_tenant::text);
  end if;
  return next;
end
$$;

revoke all on function app.session_of(bytea), app.enter_member(text) from public;
grant execute on function app.session_of(bytea), app.enter_member(text) to pregao_runtime;
