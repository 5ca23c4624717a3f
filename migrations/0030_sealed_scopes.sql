-- Sealed scopes, and row-level security on accounts (decision 30, R-SEC-18).
--
-- Before, a scope was a plain setting, and users, sessions and tokens had no policies: one SQL injection
-- could have read all accounts. Now the server adds a seal (a keyed hash) to the setting, and the policies
-- verify it. Only the owner may read the key.
--
-- The previous release sets plain settings and reads all columns of users. It keeps its role pregao_app with
-- the same privileges; this release connects as a member of pregao_runtime.
do $$
begin
  create role pregao_runtime nologin;
exception when duplicate_object or unique_violation then
  null;
end;
$$;
grant usage on schema public, app to pregao_runtime;

-- Password of this database's login in pregao_runtime. Not in app.logins, because the previous release
-- refuses to start when a role listed there belongs to a group that it does not know.
create table app.credentials (
  role_name text primary key,
  password text not null,
  -- Parameters last set on the role.
  parameters text not null
);

create table app.scope_key (
  single boolean primary key default true check (single),
  secret bytea not null
);
insert into app.scope_key (secret)
  select sha256(string_agg(uuid_send(gen_random_uuid()), '')) from generate_series(1, 4);

-- Returns the seal of a scope: a nested keyed hash over kind, value and expiry. Only SECURITY DEFINER
-- functions of the owner call this function and the next one, which run with the search_path of their caller:
-- no other role can read the key.
create function app.seal_of(kind text, signed text) returns text
  language plpgsql stable parallel safe
as $$
declare
  key constant bytea := (select secret from app.scope_key);
begin
  return encode(sha256(key || sha256(key || convert_to(kind || '|' || signed, 'UTF8'))), 'hex');
end
$$;

-- Returns the value of a sealed setting `value|expiry|seal`, or null when it is not set. Raises an error when
-- the seal is wrong or older than a minute at the start of the transaction.
create function app.opened(kind text) returns text
  language plpgsql stable parallel safe
as $$
declare
  sealed constant text := current_setting('app.' || kind, true);
  signed text;
  key bytea;
begin
  if sealed is null or sealed = '' then
    return null;
  end if;
  signed := left(sealed, -65);
  key := (select secret from app.scope_key);
  -- Repeats app.seal_of inline to avoid a function call: policies evaluate this in every statement.
  if right(sealed, 64) <>
    encode(sha256(key || sha256(key || convert_to(kind || '|' || signed, 'UTF8'))), 'hex')
  then
    raise exception 'This scope was not opened by the server' using errcode = '42501';
  end if;
  if now() >= to_timestamp(right(signed, 10)::bigint) then
    raise exception 'This scope has expired' using errcode = '42501';
  end if;
  return left(signed, -11);
end
$$;

-- Returns the tenant of the scope. Accepts a plain id from connections of the previous release.
create or replace function app.tenant_id() returns uuid
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if length(current_setting('app.tenant_id', true)) = 36
    and pg_has_role(session_user, 'pregao_app', 'member')
  then
    return current_setting('app.tenant_id')::uuid;
  end if;
  return app.opened('tenant_id')::uuid;
end
$$;

-- Returns the user of the scope, in which the organizations of that user are visible.
create or replace function app.user_id() returns uuid
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if length(current_setting('app.user_id', true)) = 36
    and pg_has_role(session_user, 'pregao_app', 'member')
  then
    return current_setting('app.user_id')::uuid;
  end if;
  return app.opened('user_id')::uuid;
end
$$;

-- Returns the account that the scope may read and change, identified by id, address, Google id or mailed
-- token; null when there is none. Gives no access to an organization.
create function app.account_id() returns uuid
  language plpgsql stable parallel safe security definer set search_path = public, pg_temp
as $$
declare
  named constant text := app.opened('account');
  value constant text := substr(named, strpos(named, ':') + 1);
begin
  case split_part(named, ':', 1)
    when 'id' then return value::uuid;
    when 'email' then return (select id from users where lower(email) = lower(value));
    when 'google' then return (select id from users where google_sub = value);
    when 'token' then
      return (select user_id from tokens where token_hash = decode(value, 'hex'));
    else return null;
  end case;
end
$$;

-- Returns true in the scope of the system's own work on rows that belong to no tenant and no user.
create function app.is_system() returns boolean
  language sql stable parallel safe security definer set search_path = pg_catalog, pg_temp
  as $$ select coalesce(app.opened('system') = 'true', false) $$;

-- Authorizes a read-only call as before (migration 26), and seals the scope that it opens.
create or replace function app.admit(hash bytea, of_tenant uuid, of_role integer, of_tier integer,
                          in_person boolean)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
  declare
    may boolean;
    signed text;
  begin
    select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.role, s.tier, s.read_only,
           not s.is_due and s.role <= of_role and s.tier >= of_tier
             and not (in_person and s.impersonator_id is not null)
      into session_id, user_id, user_type, impersonator_id, role, tier, read_only, may
      from app.standing(hash, of_tenant) s;
    if may is not true then
      raise exception using errcode = 'PR002', message = 'not admitted';
    end if;
    signed := of_tenant || '|' || extract(epoch from now())::bigint + 60;
    perform set_config('app.tenant_id', signed || '|' || app.seal_of('tenant_id', signed), true);
    return next;
  end $$;

-- Gives the runtime role the privileges and policies of pregao_app, except on accounts.
do $$
declare
  it record;
begin
  for it in
    select relation.oid::regclass as relation, string_agg(distinct acl.privilege_type, ', ') as rights
    from pg_class relation, aclexplode(relation.relacl) as acl
    where acl.grantee = 'pregao_app'::regrole
      and relation.oid not in ('users'::regclass, 'sessions'::regclass, 'tokens'::regclass)
    group by 1
  loop
    execute format('grant %s on %s to pregao_runtime', it.rights, it.relation);
  end loop;
  for it in
    select routine.oid::regprocedure as routine
    from pg_proc routine, aclexplode(routine.proacl) as acl
    where acl.grantee = 'pregao_app'::regrole and acl.privilege_type = 'EXECUTE'
  loop
    execute format('grant execute on function %s to pregao_runtime', it.routine);
  end loop;
  for it in
    select format('%I.%I', schemaname, tablename) as relation, policyname, cmd, qual, with_check
    from pg_policies where roles = '{pregao_app}'
  loop
    execute format(
      'create policy %I on %s for %s to pregao_runtime using (%s)',
      'runtime_' || it.policyname, it.relation, it.cmd, it.qual
    ) || case when it.with_check is null then '' else format(' with check (%s)', it.with_check) end;
  end loop;
end
$$;

-- As before (migration 21), for both roles. The next release removes the policy of the previous one.
create or replace procedure app.protect_tenant_table(relation regclass)
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  of_role text;
begin
  execute format('alter table %s enable row level security', relation);
  foreach of_role in array array['pregao_app', 'pregao_runtime'] loop
    execute format(
      'create policy %I on %s to %I
         using (tenant_id = (select app.tenant_id()))
         with check (tenant_id = (select app.tenant_id()))',
      case of_role when 'pregao_app' then 'tenant_rows' else 'runtime_tenant_rows' end,
      relation,
      of_role
    );
  end loop;
  execute format(
    'create policy operator_rows on %s to pregao_operator using (true) with check (true)',
    relation
  );
  execute format(
    'grant select, insert, update, delete on %s to pregao_app, pregao_runtime, pregao_operator',
    relation
  );
  call app.bind_owner(relation);
end
$$;

-- Accounts. The role of the previous release keeps its access until the next release revokes it. Its policy
-- contains app.tenant_id() because the previous release refuses to start with a policy that does not.
alter table users enable row level security;
alter table sessions enable row level security;
alter table tokens enable row level security;
alter table billing_intents enable row level security;
call app.bind_owner('users');
call app.bind_owner('sessions');
call app.bind_owner('tokens');
call app.bind_owner('billing_intents');
create policy previous_release on users to pregao_app using (true or app.tenant_id() is null);
create policy previous_release on sessions to pregao_app using (true or app.tenant_id() is null);
create policy previous_release on tokens to pregao_app using (true or app.tenant_id() is null);
create policy previous_release on billing_intents to pregao_app
  using (true or app.tenant_id() is null);
create policy operator_rows on users to pregao_operator using (true) with check (true);
create policy operator_rows on tokens to pregao_operator using (true) with check (true);
create policy operator_rows on billing_intents for select to pregao_operator using (true);

-- A scope may read and change its own account. It may also read the accounts whose memberships it sees: in a
-- tenant's scope its members, in a user's scope the members of the same organizations.
create policy runtime_account on users to pregao_runtime
  using (id in ((select app.user_id()), (select app.account_id())))
  with check (id in ((select app.user_id()), (select app.account_id())));
create policy runtime_fellows on users for select to pregao_runtime
  using ((select coalesce(app.tenant_id(), app.user_id())) is not null
    and exists (select from memberships where memberships.user_id = users.id));

create policy runtime_account on sessions to pregao_runtime
  using (user_id in ((select app.user_id()), (select app.account_id())))
  with check (user_id in ((select app.user_id()), (select app.account_id())));
-- Sessions of an impersonation end with the operator's session (R-SEC-08). These policies do not allow
-- inserts, so an impersonation cannot start through them.
create policy runtime_acting on sessions for select to pregao_runtime
  using (impersonator_id in ((select app.user_id()), (select app.account_id())));
create policy runtime_acting_ends on sessions for update to pregao_runtime
  using (impersonator_id in ((select app.user_id()), (select app.account_id())));

create policy runtime_account on tokens to pregao_runtime
  using (user_id in ((select app.user_id()), (select app.account_id())))
  with check (user_id in ((select app.user_id()), (select app.account_id())));

create policy runtime_rows on billing_intents to pregao_runtime
  using (for_tenant = (select app.tenant_id()) or (select app.is_system()))
  with check (for_tenant = (select app.tenant_id()) or (select app.is_system()));

-- The runtime role cannot make a user an operator, activate an account or change its address. It reads and
-- changes password hashes only through the functions below.
do $$
declare
  readable text;
begin
  select string_agg(quote_ident(attname), ', ') into readable
    from pg_attribute
    where attrelid = 'users'::regclass and attnum > 0 and not attisdropped
      and attname <> 'password_hash';
  execute format('grant select (%s) on users to pregao_runtime', readable);
end
$$;
grant
  insert (id, email, first_name, last_name, phone, locale, login_type, google_sub, verified_at,
    password_hash),
  update (first_name, last_name, phone, avatar, locale, login_type, google_sub, verified_at,
    may_sign_in_unverified, default_tenant_id)
  on users to pregao_runtime;
grant select, insert, update (revoked_at) on sessions to pregao_runtime;
grant select, insert, delete, update (used_at) on tokens to pregao_runtime;

-- Returns the password hash of the scope's account.
create function app.password_hash() returns text
  language sql stable security definer set search_path = public, pg_temp
  as $$ select password_hash from users where id = app.account_id() $$;

create function app.set_password(wanted text) returns void
  language sql security definer set search_path = public, pg_temp
  as $$ update users set password_hash = wanted where id = app.account_id() $$;

-- Replaces the password hash if it still has the former value. Returns whether it did.
create function app.replace_password(former text, wanted text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update users set password_hash = wanted
    where id = app.account_id() and password_hash is not distinct from former;
  return found;
end
$$;

-- Returns the id of the account with an address that the organization invites; creates the account if needed.
create function app.invited_account(address text, of_locale text) returns uuid
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if app.tenant_id() is null then
    raise exception 'Only an organization invites' using errcode = '42501';
  end if;
  insert into users (email, locale) values (address, of_locale) on conflict do nothing;
  return (select id from users where lower(email) = lower(address));
end
$$;

-- Stores the token of an invitation to the organization of the scope, and deletes its older unused ones
-- (R-MEM-07).
create function app.issue_invitation(person uuid, hash bytea, lasts interval) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  of_tenant constant uuid := app.tenant_id();
begin
  if not exists (
    select from memberships where tenant_id = of_tenant and user_id = person and status = 0
  ) then
    raise exception 'Nobody is invited' using errcode = '42501';
  end if;
  delete from tokens
    where user_id = person and purpose = 'invitation' and invited_to = of_tenant
      and used_at is null;
  insert into tokens (token_hash, purpose, user_id, invited_to, expires_at)
    values (hash, 'invitation', person, of_tenant, now() + lasts);
end
$$;

-- Deletes what an ended membership left on the account: its invitations and the default organization.
create function app.forget_membership(of_tenant uuid, person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if of_tenant is distinct from app.tenant_id()
    and not pg_has_role(session_user, 'pregao_operator', 'member')
  then
    raise exception 'Not of this organization' using errcode = '42501';
  end if;
  if exists (select from memberships where tenant_id = of_tenant and user_id = person) then
    raise exception 'Still a member' using errcode = '42501';
  end if;
  delete from tokens where user_id = person and invited_to = of_tenant;
  update users set default_tenant_id = null where id = person and default_tenant_id = of_tenant;
end
$$;

-- Makes the organization the default of a new member who has none.
create function app.open_by_default(person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  of_tenant constant uuid := app.tenant_id();
begin
  if exists (
    select from memberships where tenant_id = of_tenant and user_id = person and status = 2
  ) then
    update users set default_tenant_id = of_tenant
      where id = person and default_tenant_id is null;
  end if;
end
$$;

-- As before (migration 10), but only for the account or the user of the scope.
create function app.assert_own(person uuid) returns void
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if coalesce(person in (app.user_id(), app.account_id()), false)
    -- The previous release has no sealed account.
    or pg_has_role(session_user, 'pregao_app', 'member')
  then
    return;
  end if;
  raise exception 'Not the account of this scope' using errcode = '42501';
end
$$;

create or replace function app.belongs_nowhere(person uuid) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
  begin
    perform app.assert_own(person);
    return not exists (
      select from memberships
      where user_id = person and (status = 2 or status = 0 and joined = 0));
  end $$;

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
    end loop;
  end $$;

-- Returns the users named in these log entries, including former members. In a tenant's scope, only for
-- entries of its log.
create function app.people_in_log(entries uuid[])
  returns table (id uuid, email text, first_name text, last_name text)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  people uuid[];
begin
  select array_agg(distinct person) into people
    from audit_log entry,
      unnest(array[entry.actor_id, entry.impersonator_id, entry.person_id]) as person
    where entry.id = any (entries)
      and (entry.tenant_id = app.tenant_id()
        or pg_has_role(session_user, 'pregao_operator', 'member'));
  return query
    select users.id, users.email, users.first_name, users.last_name
    from users where users.id = any (people);
end
$$;

-- Returns the users in a range of a log whose words match the query. The operator may search all logs
-- (of_tenant null).
create function app.people_named_in_log(of_tenant uuid, first uuid, last uuid, words text)
  returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  people uuid[];
begin
  if of_tenant is null or of_tenant is distinct from app.tenant_id() then
    if not pg_has_role(session_user, 'pregao_operator', 'member') then
      raise exception 'Not the log of this organization' using errcode = '42501';
    end if;
  end if;
  if of_tenant is null then
    select array_agg(distinct person) into people
      from audit_log entry,
        unnest(array[entry.actor_id, entry.impersonator_id, entry.person_id]) as person
      where entry.id between first and last;
  else
    select array_agg(distinct person) into people
      from audit_log entry,
        unnest(array[entry.actor_id, entry.impersonator_id, entry.person_id]) as person
      where entry.tenant_id = of_tenant and entry.id between first and last;
  end if;
  return query
    select users.id from users
    where users.id = any (people)
      and app.words(users.email || ' ' || users.first_name || ' ' || users.last_name)
        @@ to_tsquery('simple', words);
end
$$;

revoke all on function app.seal_of(text, text), app.opened(text), app.account_id(), app.is_system(),
  app.password_hash(), app.set_password(text), app.replace_password(text, text),
  app.invited_account(text, text), app.issue_invitation(uuid, bytea, interval),
  app.forget_membership(uuid, uuid), app.open_by_default(uuid), app.assert_own(uuid),
  app.people_in_log(uuid[]), app.people_named_in_log(uuid, uuid, uuid, text)
  from public;
grant execute on function app.account_id(), app.is_system(), app.password_hash(),
  app.set_password(text), app.replace_password(text, text), app.invited_account(text, text),
  app.issue_invitation(uuid, bytea, interval), app.open_by_default(uuid) to pregao_runtime;
grant execute on function app.forget_membership(uuid, uuid), app.people_in_log(uuid[]),
  app.people_named_in_log(uuid, uuid, uuid, text) to pregao_runtime, pregao_operator;

-- Tables without policies that the runtime role reads, with the reason that the rules of the catalog require.
comment on table subscription_products is 'across tenants: the catalogue, the same for everybody';
comment on table subscription_prices is 'across tenants: the catalogue, the same for everybody';
comment on table subscription_features is 'across tenants: the catalogue, the same for everybody';
comment on table resources is 'across tenants: what the operator offers to everybody';
comment on table billing_trials is 'across tenants: fingerprints of cards, of nobody in particular';
