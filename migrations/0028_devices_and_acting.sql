-- SHA-256 of the user and the token of the device of a sign-in. Failed attempts of others do not block a
-- known device (decision 28, R-ACC-23). Like `network`, it does not identify a person to readers of the
-- table.
alter table sessions add column device bytea;

-- Ends the impersonations of an operator who is deactivated or is no longer an operator (R-SEC-08).
create function app.end_acting() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update sessions set revoked_at = now() where impersonator_id = new.id and revoked_at is null;
  return null;
end
$$;
revoke all on function app.end_acting() from public;
create trigger ends_acting after update of active, type on users
  for each row when (old.type = 0 and (new.type <> 0 or not new.active))
  execute function app.end_acting();

-- Prevents an impersonating operator from making a user Owner or Admin, and from removing or demoting an
-- Owner.
create or replace function app.own_in_person() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if (tg_op <> 'DELETE' and new.role <= 1 and (tg_op = 'INSERT' or new.role < old.role))
     or (tg_op <> 'INSERT' and old.role = 0 and (tg_op = 'DELETE' or new.role <> 0)) then
    perform app.refuse('access.impersonating');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
revoke all on function app.own_in_person() from public;

-- Prevents an impersonating operator from activating a join link that needs no acceptance.
create function app.open_link_in_person() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform app.refuse('access.impersonating');
  return null;
end
$$;
revoke all on function app.open_link_in_person() from public;
create trigger opens_in_person before insert or update on join_links
  for each row when (new.active and not new.require_acceptance
                     and app.acting('impersonator') is not null)
  execute function app.open_link_in_person();
