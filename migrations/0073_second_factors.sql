-- Second factors of accounts (decision 57): TOTP, recovery codes, passkeys, remembered devices. Like sessions, they are
-- visible only in the scope of their account, and tables of the coordinator on Citus.

-- A pending sign-in: the password or Google was right, and a second factor is due.
alter table tokens drop constraint tokens_purpose_check;
alter table tokens add constraint tokens_purpose_check
  check (purpose in ('verify', 'reset', 'invitation', 'signIn')) not valid;

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

do $$
declare
  relation regclass;
begin
  foreach relation in array array['totp_factors', 'recovery_codes', 'passkeys', 'remembered_devices',
    'passkey_challenges']::regclass[]
  loop
    execute format('alter table %s enable row level security', relation);
    call app.bind_owner(relation);
    execute format(
      'create policy runtime_account on %s to pregao_runtime
         using (user_id = (select app.account_id())) with check (user_id = (select app.account_id()))',
      relation
    );
  end loop;
end
$$;
create policy runtime_sign_in on passkey_challenges to pregao_runtime
  using (user_id is null and (select app.is_system()))
  with check (user_id is null and (select app.is_system()));
grant select, insert, delete, update (secret, confirmed_at, last_step, created_at)
  on totp_factors to pregao_runtime;
grant select, insert, delete, update (used_at) on recovery_codes to pregao_runtime;
grant select, insert, delete, update (name, counter, backed_up, last_used_at) on passkeys to pregao_runtime;
grant select, insert, delete, update (user_agent, expires_at, last_used_at)
  on remembered_devices to pregao_runtime;
grant select, insert, delete on passkey_challenges to pregao_runtime;

call app.audited('totp_factors', 'totpFactor', '*secret', 'confirmed_at');
call app.audited('passkeys', 'passkey', 'name', 'transports', 'backed_up', '*credential_id', '*public_key');
call app.audited('remembered_devices', 'rememberedDevice', 'expires_at', '*device');
-- Records the use of a code; the ten of a set are recorded as one event.
create trigger audits after update on recovery_codes for each row execute function
  app.audit_row('recoveryCode', 'used_at', '*code_hash', '*salt');

-- As before (migration 50), with passkeys.
create or replace function app.account_id() returns uuid
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp
as $$
declare
  named constant text := app.opened('account');
  value constant text := substr(named, strpos(named, ':') + 1);
begin
  case split_part(named, ':', 1)
    when 'id' then return value::uuid;
    when 'email' then return (select id from public.users where lower(email) = lower(value));
    when 'google' then return (select id from public.users where google_sub = value);
    when 'token' then
      return (select user_id from public.tokens where token_hash = decode(value, 'hex'));
    when 'passkey' then
      return (select user_id from public.passkeys where credential_id = decode(value, 'hex'));
    else return null;
  end case;
end
$$;
