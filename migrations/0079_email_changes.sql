-- Changes of the email address of an account (decision 59): a token mailed to the new address confirms it, and one
-- mailed to the former address restores it for 72 hours.

-- As before (migration 73), with the purposes of these links. Validated by the next migration.
alter table tokens drop constraint tokens_purpose_check;
alter table tokens add constraint tokens_purpose_check
  check (purpose in ('verify', 'reset', 'invitation', 'signIn', 'email', 'undoEmail', 'link', 'secure')) not valid;
alter table tokens add column address text;
comment on column tokens.address is
  'email: the new address; undoEmail: the former one, which no other account may have meanwhile; secure: the one that the link was mailed to; otherwise null';

-- As before (migration 15), with the address.
drop trigger audits on tokens;
create trigger audits after insert or update on tokens for each row execute function
  app.audit_row('token', 'purpose', 'expires_at', 'used_at', '*address');

-- Returns whether an address can still be restored for another account than this one.
create function app.is_held_address(wanted text, person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select from tokens
    where purpose = 'undoEmail' and lower(tokens.address) = lower(wanted) and used_at is null
      and expires_at > now() and user_id is distinct from person)
$$;
revoke all on function app.is_held_address(text, uuid) from public;
grant execute on function app.is_held_address(text, uuid) to pregao_runtime;

-- Refuses a former address to other accounts while its link can restore it: otherwise a thief of the account could
-- take the address before its owner reads the announcement.
create function app.hold_former_address() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if app.is_held_address(new.email, new.id) then
    perform app.refuse('account.login.exists');
  end if;
  return new;
end
$$;
revoke all on function app.hold_former_address() from public;
create trigger holds_former_address before insert or update of email on users
  for each row execute function app.hold_former_address();

-- As before (migration 30); a former address that can be restored is not invited.
create or replace function app.invited_account(address text, of_locale text) returns uuid
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if app.tenant_id() is null then
    raise exception 'Only an organization invites' using errcode = '42501';
  end if;
  if app.is_held_address(address, null) then
    perform app.refuse('invitation.addressHeld');
  end if;
  insert into users (email, locale) values (address, of_locale) on conflict do nothing;
  return (select id from users where lower(email) = lower(address));
end
$$;

-- Gives a person the pending invitations of a dormant account, which exists only because its address was invited,
-- and deletes it: the person has proven the address. Any other account keeps its address.
create function app.take_invitations(address text, person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  dormant uuid;
  invited record;
begin
  select id into dormant from users
    where lower(email) = lower(address) and id <> person and type = 1 and active
      and verified_at is null and password_hash is null and google_sub is null
    for update;
  if not found or exists (
    select from memberships where user_id = dormant and not (status = 0 and joined = 1)
  ) then
    return;
  end if;
  for invited in
    select m.tenant_id, m.id from memberships m where m.user_id = dormant order by m.tenant_id
  loop
    if exists (select from memberships where tenant_id = invited.tenant_id and user_id = person) then
      delete from memberships where tenant_id = invited.tenant_id and id = invited.id;
    else
      update memberships set user_id = person
        where tenant_id = invited.tenant_id and id = invited.id;
    end if;
  end loop;
  update tokens set user_id = person
    where user_id = dormant and purpose = 'invitation' and used_at is null;
  delete from users where id = dormant;
end
$$;
revoke all on function app.take_invitations(text, uuid) from public;

-- Consumes a link that changes the address of the scope's account (`email`), or gives it back to the owner of the mailbox
-- that the link was mailed to: after a change (`undoEmail`) or a sign-in on a new device (`secure`). Returns the address
-- before; null for a link that is unknown, used or expired. Ends the links that were mailed to the address before. Giving
-- the account back also removes the ways to sign in that may have been added since, and the later links of this kind: a
-- thief may have set a password and changed the address again.
create function app.change_email(hash bytea, wanted text) returns text
  language plpgsql security definer set search_path = public, pg_temp
as $$
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
  perform app.take_invitations(link.address, link.user_id);
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
  insert into billing_trials (fingerprint, intent_id, for_tenant)
    select app.trial_person(link.address), intent_id, for_tenant from billing_trials
      where fingerprint = app.trial_person(former)
    on conflict do nothing;
  return former;
end
$$;
revoke all on function app.change_email(bytea, text) from public;
grant execute on function app.change_email(bytea, text) to pregao_runtime;
