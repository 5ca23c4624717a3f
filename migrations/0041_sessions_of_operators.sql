-- Sessions in which an operator acts as a user are valid only while that operator is one (R-SEC-08). Checked
-- when the session is used, instead of ended by a trigger of users: accounts have a copy on every node, sessions
-- are on the coordinator (docs/scaling.md).
create function app.may_impersonate(person uuid) returns boolean
  language plpgsql stable
as $$
begin
  return exists (select 1 from public.users where id = person and active and type = 0);
end
$$;
revoke all on function app.may_impersonate(uuid) from public;

-- As before (migration 39).
create or replace function app.standing(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean, lasts timestamptz, is_due boolean)
  language plpgsql stable
as $$
begin
  select s.id, u.id, u.type, s.impersonator_id,
         least(s.ends_at, now() + make_interval(secs => s.idle_seconds)),
         s.expires_at < least(s.ends_at, now() + make_interval(secs => s.idle_seconds))
                        - make_interval(secs => s.idle_seconds / 10)
    into session_id, user_id, user_type, impersonator_id, lasts, is_due
    from public.sessions s
    join public.users u on u.id = s.user_id and u.active
    where s.token_hash = hash and s.revoked_at is null and s.expires_at > now()
      and (s.impersonator_id is null or app.may_impersonate(s.impersonator_id));
  if not found then return; end if;
  if of_tenant is not null then
    select m.role, m.tier, m.read_only into role, tier, read_only
      from app.member_standing(of_tenant, user_id) m;
  end if;
  return next;
end
$$;

-- As before (migration 39).
create or replace function app.still_there(of_sessions uuid[], of_tenants uuid[])
  returns table (session_id uuid, tenant_id uuid, lives boolean, belongs boolean)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  people uuid[];
  belonging text[];
begin
  people := array(select s.user_id from sessions s where s.id = any (of_sessions));
  belonging := array(
    select m.tenant_id || ' ' || m.user_id from memberships m
    where m.tenant_id = any (of_tenants) and m.user_id = any (people) and m.status = 2);
  return query
    select c.session_id, c.tenant_id, u.id is not null, b.pair is not null
    from unnest(of_sessions, of_tenants) as c(session_id, tenant_id)
    left join sessions s on s.id = c.session_id and s.revoked_at is null and s.expires_at > now()
      and (s.impersonator_id is null or app.may_impersonate(s.impersonator_id))
    left join users u on u.id = s.user_id and u.active
    left join unnest(belonging) as b(pair) on b.pair = c.tenant_id || ' ' || u.id;
end
$$;

drop trigger ends_acting on users;
