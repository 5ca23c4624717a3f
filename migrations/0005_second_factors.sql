-- Second factors of accounts (decision 57): TOTP, recovery codes, passkeys, remembered devices. Like sessions, they
-- are visible only in the scope of their account, and tables of the coordinator on Citus.

create table totp_factors (
  user_id uuid primary key references users on delete cascade,
  id uuid not null default app.uuid7() unique,
  -- encrypted with a key outside the database
  secret bytea not null,
  -- null until the first code
  confirmed_at timestamptz,
  -- Time step of the last accepted code: it and earlier ones are refused.
  last_step bigint,
  created_at timestamptz not null default now()
);
alter table totp_factors enable row level security;
create policy accounts_own_rows on totp_factors to pregao_accounts
  using (user_id = (select app.account_id())) with check (user_id = (select app.account_id()));
grant select, insert, delete on totp_factors to pregao_accounts;
grant update (secret, confirmed_at, last_step, created_at) on totp_factors to pregao_accounts;
call app.audited('totp_factors', 'totpFactor', '*secret', 'confirmed_at');

create table recovery_codes (
  id uuid primary key default app.uuid7(),
  user_id uuid not null references users on delete cascade,
  -- argon2id; the codes of a set have the same salt, so that one hash finds the code
  salt bytea not null,
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, code_hash)
);
alter table recovery_codes enable row level security;
create policy accounts_own_rows on recovery_codes to pregao_accounts
  using (user_id = (select app.account_id())) with check (user_id = (select app.account_id()));
grant select, insert, delete on recovery_codes to pregao_accounts;
grant update (used_at) on recovery_codes to pregao_accounts;
-- Records the use of a code; the ten of a set are recorded as one event.
create trigger audits after update on recovery_codes for each row execute function
  app.audit_row('recoveryCode', 'used_at', '*code_hash', '*salt');

create table passkeys (
  id uuid primary key default app.uuid7(),
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  -- synchronized between devices by its provider
  backed_up boolean not null,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index passkeys_user_id_idx on passkeys (user_id);
alter table passkeys enable row level security;
create policy accounts_own_rows on passkeys to pregao_accounts
  using (user_id = (select app.account_id())) with check (user_id = (select app.account_id()));
grant select, insert, delete on passkeys to pregao_accounts;
grant update (counter, name, backed_up, last_used_at) on passkeys to pregao_accounts;
call app.audited('passkeys', 'passkey', 'name', 'transports', 'backed_up', '*credential_id', '*public_key');

-- Devices on which a person signs in without the second factor until they expire.
create table remembered_devices (
  id uuid primary key default app.uuid7(),
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the person and the token in the cookie, as in sessions.device
  device bytea not null,
  user_agent text not null default '',
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  unique (user_id, device)
);
alter table remembered_devices enable row level security;
create policy accounts_own_rows on remembered_devices to pregao_accounts
  using (user_id = (select app.account_id())) with check (user_id = (select app.account_id()));
grant select, insert, delete on remembered_devices to pregao_accounts;
grant update (user_agent, expires_at, last_used_at) on remembered_devices to pregao_accounts;
call app.audited('remembered_devices', 'rememberedDevice', 'expires_at', '*device');

-- Random values that a passkey signs, each for one answer.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('signIn', 'secondFactor', 'stepUp', 'registration')),
  -- null: sign-in without an email
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'signIn') = (user_id is null))
);
create index passkey_challenges_user_id_idx on passkey_challenges (user_id);
create index passkey_challenges_expires_at_idx on passkey_challenges (expires_at);
alter table passkey_challenges enable row level security;
create policy accounts_own_rows on passkey_challenges to pregao_accounts
  using (user_id is null or user_id = (select app.account_id()))
  with check (user_id is null or user_id = (select app.account_id()));
grant select, insert, delete on passkey_challenges to pregao_accounts;

-- Returns whether an account has an authenticator app or a passkey.
create function app.has_factor(person uuid) returns boolean
  language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (select 1 from totp_factors f where f.user_id = person and f.confirmed_at is not null)
    or exists (select 1 from passkeys p where p.user_id = person);
end $$;

revoke execute on all routines in schema app from public;
grant execute on function app.has_factor to pregao_accounts;
