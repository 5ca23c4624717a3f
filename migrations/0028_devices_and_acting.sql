-- SHA-256 of the person and the token of the device they signed in on: wrong sign-ins by others do not
-- refuse that device (decision 28). As `network`, it identifies nobody who reads the table.
alter table sessions add column device bytea;

-- An operator who is deactivated, or is none any more, acts as nobody.
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

-- While an operator acts as somebody, nobody becomes an Owner or an Admin, and no Owner stops being one.
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

-- Nor is the join link opened to everybody who knows it, without approval.
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
