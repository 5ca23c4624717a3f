-- Accounts: users, their sessions and mailed tokens, operators, and the terms that people accept.
--
-- Only the accounts role reads credentials: of the account or the person of the scope and, as it inherits what the
-- runtime role sees, of their colleagues. It cannot make a user an operator, activate an account or change its address.
-- The runtime role reads accounts of members without credentials (0007_members.sql); operators change type, role and
-- suspension (decision 90).

-- Accounts of people, and of operators (type 0).
create table users (
  id uuid primary key default app.uuid7(),
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  phone text not null default '',
  avatar app.picture not null default '',
  -- 0 Admin (the operator), 1 Tenant
  type smallint not null default 1 check (type in (0, 1)),
  -- 0 Password, 1 Gmail
  login_type smallint not null default 0 check (login_type in (0, 1)),
  -- argon2id as a PHC string; null while the user has no password
  password_hash text,
  locale text not null default 'pt-BR',
  verified_at timestamptz,
  active boolean not null default true,
  default_tenant_id uuid,
  created_at timestamptz not null default now(),
  -- Set for accounts that are created through a join link: they may sign in before their address is verified.
  may_sign_in_unverified boolean not null default false,
  -- The user's id at Google, which stays the same when the address changes.
  google_sub text,
  -- Versions of legal_texts that a person accepted last; null: none. Zero is the template.
  accepted_terms integer,
  accepted_privacy integer,
  accepted_at timestamptz,
  -- Role of an operator (R-OPR-10). The access that the contract declares for a call names the roles that may make it.
  operator_role text,
  -- By kind, how the person is notified (kinds.ts has the defaults), and the day (UTC) of the last digest.
  notification_settings jsonb not null default '{}',
  last_digest_on date,
  -- `active` is false meanwhile (R-OPR-14). Not granted to pregao_runtime: only operators read it.
  suspension_reason text,
  -- last change of what directories read of the account
  changed_at timestamptz not null default now(),
  constraint users_operator_role_check
    check (operator_role is null
      or type = 0 and operator_role in ('administrator', 'support', 'billing', 'catalogue'))
);
comment on column users.operator_role
  is 'null for customers; an operator without a role only reads what all operators may';
create unique index users_email_key on users (lower(email));
create index users_default_tenant_id_idx on users (default_tenant_id);
create unique index users_google_sub_key on users (google_sub);
create index users_words_idx on users using gin (app.search_words(email || ' ' || first_name || ' ' || last_name));
create index users_name_idx on users ((lower(first_name || ' ' || last_name)), id);
create index users_type_idx on users (type);
comment on column users.password_hash is 'argon2id; only the accounts role reads it';
alter table users enable row level security;
create policy operator_rows on users to pregao_operator using (true) with check (true);
create policy accounts_own_rows on users to pregao_accounts
  using (id in ((select app.user_id()), (select app.account_id())))
  with check (id in ((select app.user_id()), (select app.account_id())));
grant insert (id, email, first_name, last_name, phone, login_type, password_hash, locale, verified_at, google_sub,
  accepted_terms, accepted_privacy, accepted_at) on users to pregao_accounts;
grant select (id, email, first_name, last_name, phone, avatar, type, login_type, locale, verified_at, active,
  default_tenant_id, created_at, may_sign_in_unverified, google_sub, accepted_terms, accepted_privacy, accepted_at,
  operator_role, notification_settings, last_digest_on, changed_at) on users to pregao_runtime, pregao_operator;
grant select (password_hash) on users to pregao_accounts;
grant update (first_name, last_name, phone, avatar, login_type, password_hash, locale, verified_at, default_tenant_id,
  may_sign_in_unverified, google_sub, accepted_terms, accepted_privacy, accepted_at, notification_settings,
  last_digest_on) on users to pregao_accounts;
grant insert, update (type, operator_role, active, suspension_reason, default_tenant_id), delete on users to
  pregao_operator;
grant select (suspension_reason) on users to pregao_operator;
call app.audited('users', 'user', 'type', 'operator_role', 'login_type', 'active', 'locale', 'default_tenant_id',
  'verified_at', 'may_sign_in_unverified', 'accepted_terms', 'accepted_privacy', 'accepted_at', '*email',
  '*first_name', '*last_name', '*phone', '*avatar', '*password_hash', '*google_sub');
create trigger sets_actor before insert on users
  for each row when (app.actor_context('user') is null and app.actor_context('service') is null)
  execute function app.set_actor_from_row('id');

-- Sessions. Only the SHA-256 of a session token is stored (R-ACC-19).
create table sessions (
  token_hash bytea primary key,
  id uuid not null default app.uuid7() unique,
  user_id uuid not null references users on delete cascade,
  impersonator_id uuid references users on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Reason that the operator gives for an impersonation (R-SEC-08).
  reason text,
  -- SHA-256 of user and network of a sign-in. Failed attempts of others do not block a known network (decision
  -- 10, R-ACC-23). Hashed, so that the network is not stored in clear.
  network bytea,
  -- Idle sessions expire (R-ACC-19): each call extends expires_at, at most to ends_at.
  idle_seconds integer not null default 1800,
  ends_at timestamptz not null default now() + interval '8 hours',
  -- SHA-256 of the user and the token of the device of a sign-in. Failed attempts of others do not block a known device
  -- (decision 28, R-ACC-23). Like `network`, it does not identify a person to readers of the table.
  device bytea,
  -- Methods by which the person authenticated (decision 57): password, google, email, totp, recoveryCode, passkey.
  methods text[] not null default '{}',
  -- When the strongest method of the account was last used in this session; null: it was not, as on a remembered
  -- device.
  authenticated_at timestamptz default now(),
  -- When the operator switched the impersonation to writing.
  writes_at timestamptz,
  -- Organization whose identity provider authenticated the person.
  sso_tenant_id uuid,
  -- Organizations that the session has entered as their break-glass owner.
  break_glass_tenants uuid[] not null default '{}'
);
create index sessions_user_id_idx on sessions (user_id);
alter table sessions enable row level security;
create policy accounts_own_rows on sessions to pregao_accounts
  using (user_id in ((select app.user_id()), (select app.account_id())))
  with check (user_id in ((select app.user_id()), (select app.account_id())));
-- Sessions of an impersonation end with the operator's session (R-SEC-08). These policies do not allow
-- inserts, so an impersonation cannot start through them.
create policy accounts_impersonations on sessions for select to pregao_accounts
  using (impersonator_id in ((select app.user_id()), (select app.account_id())));
create policy accounts_impersonations_update on sessions for update to pregao_accounts
  using (impersonator_id in ((select app.user_id()), (select app.account_id())));
grant select, insert on sessions to pregao_accounts;
grant update (revoked_at, methods, authenticated_at, writes_at) on sessions to pregao_accounts;
create trigger sets_actor before insert on sessions
  for each row when (app.actor_context('user') is null) execute function app.set_actor_from_row('user_id');
create trigger audits after insert or update on sessions for each row execute function
  app.audit_row('session', 'impersonator_id', 'reason', 'ends_at', 'revoked_at');

-- Mailed tokens: random, single-use, for one purpose. Only their SHA-256 is stored (R-ACC-17).
create table tokens (
  token_hash bytea primary key,
  purpose text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- An invitation's token is valid for one tenant only.
  invited_to uuid,
  address text,
  -- First factor of a sign-in that waits for the second one.
  method text,
  check ((purpose = 'invitation') = (invited_to is not null)),
  constraint tokens_purpose_check
    check (purpose in ('verify', 'reset', 'invitation', 'signIn', 'email', 'undoEmail', 'link', 'secure'))
);
comment on column tokens.address is
  'email: the new address; undoEmail: the former one, which no other account may have meanwhile; secure: the one that the link was mailed to; otherwise null';
create index tokens_user_id_idx on tokens (user_id);
create index tokens_invited_to_idx on tokens (invited_to);
create index tokens_reserved_address_idx on tokens (lower(address)) where purpose = 'undoEmail' and used_at is null;
alter table tokens enable row level security;
create policy accounts_own_rows on tokens to pregao_accounts
  using (user_id in ((select app.user_id()), (select app.account_id())))
  with check (user_id in ((select app.user_id()), (select app.account_id())));
grant select, insert, delete on tokens to pregao_accounts;
grant update (used_at) on tokens to pregao_accounts;
create trigger sets_actor before update of used_at on tokens
  for each row when (app.actor_context('user') is null) execute function app.set_actor_from_row('user_id');
create trigger audits after insert or update on tokens for each row execute function
  app.audit_row('token', 'purpose', 'expires_at', 'used_at', '*address', 'method');

-- Notes the time of the change itself: a transaction that waited for a lock began before others committed.
create function app.set_changed_at() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end $$;
create trigger sets_changed_at before update on users for each row
  when ((old.email, old.first_name, old.last_name, old.phone)
    is distinct from (new.email, new.first_name, new.last_name, new.phone)) execute function app.set_changed_at();

-- Records an impersonation in the log of each organization of the impersonated user.
create function app.audit_impersonation() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform app.audit(
      tg_argv[0], tenant_id, new.user_id, new.id, null,
      jsonb_build_object('impersonator_id', new.impersonator_id, 'reason', new.reason,
                         'expires_at', new.expires_at))
    from memberships where user_id = new.user_id and status = 2;
  return null;
end $$;
create trigger audits_impersonation after insert on sessions for each row when (new.impersonator_id is not null)
  execute function app.audit_impersonation('impersonation.started');
create trigger audits_end_of_impersonation after update of revoked_at on sessions
  for each row when (new.impersonator_id is not null and old.revoked_at is null
    and new.revoked_at is not null) execute function app.audit_impersonation('impersonation.ended');
create trigger audits_writing_impersonation after update of writes_at on sessions
  for each row when (new.impersonator_id is not null and old.writes_at is null and new.writes_at is not null)
  execute function app.audit_impersonation('impersonation.writing');

-- Notifies all processes that a user's session ended.
create function app.notify_session_end() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('hub', jsonb_build_object('kind', 'ended', 'user', old.user_id)::text);
  return null;
end $$;
create trigger notifies_session_end after delete on sessions
  for each row execute function app.notify_session_end();
create trigger notifies_session_revocation after update of revoked_at on sessions for each row
  when (new.revoked_at is not null) execute function app.notify_session_end();

-- Consumes a link that changes the address of the scope's account (`email`), or gives it back to the owner of the
-- mailbox that the link was mailed to: after a change (`undoEmail`) or a sign-in on a new device (`secure`). Returns
-- the address before; null for a link that is unknown, used or expired. Ends the links that were mailed to the
-- address before. Giving the account back also removes the ways to sign in that may have been added since, and the
-- later links of this kind: a thief may have set a password and changed the address again.
create function app.change_email(hash bytea, wanted text) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  link tokens;
  former text;
begin
  update tokens set used_at = now()
    where token_hash = hash and purpose = wanted and purpose in ('email', 'undoEmail', 'secure')
      and user_id = app.account_id() and used_at is null and expires_at > now()
    returning * into link;
  if not found then return null; end if;
  select email into former from users where id = link.user_id for update;
  delete from tokens
    where user_id = link.user_id and used_at is null
      and (purpose not in ('undoEmail', 'secure')
        or wanted <> 'email' and created_at >= link.created_at);
  perform app.transfer_invitations(link.address, link.user_id);
  update users set email = link.address where id = link.user_id;
  if wanted <> 'email' then
    update users set password_hash = null, google_sub = null, login_type = 0
      where id = link.user_id;
    -- Older second factors stay: the mailbox alone must not remove them.
    delete from totp_factors where user_id = link.user_id and created_at >= link.created_at;
    delete from passkeys where user_id = link.user_id and created_at >= link.created_at;
    delete from recovery_codes where user_id = link.user_id and created_at >= link.created_at;
  end if;
  -- A new address is no new person: one trial each (R-SUB-06).
  insert into billing_trials (fingerprint, operation_id, for_tenant)
    select app.trial_identity(link.address), operation_id, for_tenant from billing_trials
      where fingerprint = app.trial_identity(former)
    on conflict do nothing;
  return former;
end $$;

-- Opens the account with an address, a Google id, a mailed token or a passkey (`kind`); none when there is none.
create function app.open_account(kind text, value text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform app.set_local('account_id', coalesce(case kind
    when 'email' then (select id from users where lower(email) = lower(value))
    when 'google' then (select id from users where google_sub = value)
    when 'token' then (select user_id from tokens where token_hash = decode(value, 'hex'))
    when 'passkey' then (select user_id from passkeys where credential_id = decode(value, 'hex'))
    end::text, ''));
end $$;

-- Returns whether an address can still be restored for another account than this one.
create function app.is_reserved_address(wanted text, person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from tokens
    where purpose = 'undoEmail' and lower(tokens.address) = lower(wanted) and used_at is null
      and expires_at > now() and user_id is distinct from person)
$$;

-- Refuses a former address to other accounts while its link can restore it: otherwise a thief of the account could
-- take the address before its owner reads the announcement.
create function app.check_reserved_address() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app.is_reserved_address(new.email, new.id) then
    perform app.refuse('account.login.exists');
  end if;
  return new;
end $$;
create trigger checks_reserved_address before insert or update of email on users
  for each row execute function app.check_reserved_address();

-- Keeps at least one administrator, under every race: changes of administrators wait for each other, and each then
-- sees what the one before it left.
create function app.require_administrator() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('app.require_administrator', 0));
  if not exists (select from users where operator_role = 'administrator' and active) then
    perform app.refuse('operators.lastAdministrator');
  end if;
  return null;
end $$;
create trigger requires_administrator after delete or update of operator_role, type, active on users
  for each row when (old.operator_role = 'administrator' and old.active) execute function app.require_administrator();

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

-- Terms and privacy policy of the operator. Each save adds a version of one text in one language; a version number
-- counts the saves of its text in all languages. Before the first save of a language its template is shown.
create table legal_texts (
  id uuid primary key default app.uuid7(),
  kind text not null check (kind in ('terms', 'privacy')),
  version integer not null check (version > 0),
  language text not null check (language <> ''),
  -- Markdown
  text text not null check (text <> ''),
  -- People who accepted an older version are asked again.
  requires_acceptance boolean not null,
  -- Email of the operator who saved it.
  author text not null,
  created_at timestamptz not null default now(),
  unique (kind, version)
);
comment on table legal_texts is 'across tenants: terms and privacy of the operator, the same for all';
grant select on legal_texts to pregao_runtime;
grant select, insert on legal_texts to pregao_operator;
call app.audited('legal_texts', 'legalText', 'kind', 'version', 'language', '*text', 'requires_acceptance', 'author');

-- Deletes, of a batch of accounts after this id, those without any membership, not even an invitation or a request:
-- unverified ones after a day, verified ones after thirty days, none with a session in the last thirty days, a valid
-- link or an open payment (R-REL-08). Returns the last id of
-- the batch, null when there is none. Reads members by themselves, as Citus deletes from a local table by local
-- conditions only. The lock blocks the insertion of a member, on one machine.
create function app.delete_unused_accounts(past uuid, batch integer) returns uuid
  language plpgsql set search_path = public, pg_temp as $$
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
        select from billing_operations
        where user_id = users.id and state in ('open', 'authenticating'))
    order by id limit batch for update of users skip locked);
  members constant uuid[] := array(select user_id from memberships where user_id = any (candidates));
begin
  delete from users where id = any (candidates) and id <> all (members);
  return candidates[cardinality(candidates)];
end $$;

revoke execute on all routines in schema app from public;
grant execute on function app.open_account, app.change_email, app.is_reserved_address to pregao_accounts;
