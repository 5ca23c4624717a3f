-- Roles of operators (R-OPR-10). The access that the contract declares for a call names the roles that may make it.
alter table users add column operator_role text;
alter table users add constraint users_operator_role_check
  check (operator_role is null
    or type = 0 and operator_role in ('administrator', 'support', 'billing', 'catalogue')) not valid;
comment on column users.operator_role is 'null for customers; an operator without a role only reads what all operators may';
-- The runtime role reads it; only the operator's role writes it.
grant select (operator_role) on users to pregao_runtime;

-- safe: operators are few.
update users set operator_role = 'administrator' where type = 0;

-- Keeps at least one administrator, under every race: changes of administrators wait for each other, and each then
-- sees what the one before it left.
create function app.keep_an_administrator() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('app.keep_an_administrator', 0));
  if not exists (select from users where operator_role = 'administrator' and active) then
    perform app.refuse('operators.lastAdministrator');
  end if;
  return null;
end
$$;
revoke all on function app.keep_an_administrator() from public;
create trigger keeps_an_administrator after delete or update of operator_role, type, active on users
  for each row when (old.operator_role = 'administrator' and old.active)
  execute function app.keep_an_administrator();

-- Invitations of operators: an account is made when one is accepted, so that an invitation alone grants nothing.
create table operator_invitations (
  id uuid primary key default app.uuid7(),
  email text not null,
  role text not null check (role in ('administrator', 'support', 'billing', 'catalogue')),
  -- SHA-256 of the emailed token
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create unique index operator_invitations_email_key on operator_invitations (lower(email));
grant select, insert, update, delete on operator_invitations to pregao_operator;
call app.audited('operator_invitations', 'operatorInvitation', 'email', 'role', 'expires_at', '*token_hash');

-- As before (migration 55), with the role.
drop trigger audits on users;
call app.audited('users', 'user', 'type', 'operator_role', 'login_type', 'active', 'locale', 'default_tenant_id',
  'verified_at', 'may_sign_in_unverified', 'accepted_terms', 'accepted_privacy', 'accepted_at', '*email',
  '*first_name', '*last_name', '*phone', '*avatar', '*password_hash', '*google_sub');

-- As before (migration 41): impersonation ends when the operator loses the right to it.
create or replace function app.may_impersonate(person uuid) returns boolean
  language plpgsql stable
as $$
begin
  return exists (select 1 from public.users where id = person and active and type = 0
    and operator_role in ('administrator', 'support'));
end
$$;

-- As before (migration 50), with the role of the operator: the user, or the one who acts as the user.
create or replace view app.live_sessions with (security_invoker = true) as
  select s.token_hash, s.id as session_id, s.user_id, u.type as user_type, s.impersonator_id, until.lasts,
         s.expires_at < until.lasts - make_interval(secs => s.idle_seconds / 10) as is_due,
         case when s.impersonator_id is null then u.operator_role
              else (select i.operator_role from public.users i where i.id = s.impersonator_id)
         end as operator_role
  from public.sessions s
  join public.users u on u.id = s.user_id and u.active
  cross join lateral (
    select least(s.ends_at, now() + make_interval(secs => s.idle_seconds)) as lasts) until
  where s.revoked_at is null and s.expires_at > now()
    and (s.impersonator_id is null or app.may_impersonate(s.impersonator_id));

-- As before (migration 50), with operator_role.
-- safe: the previous release ignores a further column.
drop function app.authorize(bytea, uuid);
create function app.authorize(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean, operator_role text)
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  until timestamptz;
  due boolean;
begin
  select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.operator_role, s.lasts, s.is_due
    into session_id, user_id, user_type, impersonator_id, operator_role, until, due
    from app.live_sessions s where s.token_hash = hash;
  if not found then return; end if;
  if of_tenant is not null then
    select m.role into role from memberships m
      where m.tenant_id = of_tenant and m.user_id = authorize.user_id and m.status = 2;
    if found then
      select e.tier, e.read_only into tier, read_only from app.entitlement(of_tenant) e;
    end if;
  end if;
  if due then
    update sessions s set expires_at = until where s.token_hash = hash;
  end if;
  return next;
end
$$;
revoke all on function app.authorize(bytea, uuid) from public;
grant execute on function app.authorize(bytea, uuid) to pregao_app, pregao_runtime;

-- As before (migration 50), with operator_role.
-- safe: the previous release ignores a further column.
drop function app.enter(bytea, uuid);
create function app.enter(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean, is_due boolean, operator_role text)
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
begin
  select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.is_due, s.operator_role
    into session_id, user_id, user_type, impersonator_id, is_due, operator_role
    from app.live_sessions s where s.token_hash = hash;
  if not found then return; end if;
  if of_tenant is not null then
    select m.role into role from memberships m
      where m.tenant_id = of_tenant and m.user_id = enter.user_id and m.status = 2;
    if found then
      select e.tier, e.read_only into tier, read_only from app.entitlement(of_tenant) e;
      perform app.open_scope('tenant_id', of_tenant::text);
    end if;
  end if;
  return next;
end
$$;
revoke all on function app.enter(bytea, uuid) from public;
grant execute on function app.enter(bytea, uuid) to pregao_runtime;
