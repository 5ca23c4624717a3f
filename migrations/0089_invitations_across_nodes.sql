-- As before (migration 79). Citus executes the query of all organizations on its own, so it must return a column.
create or replace function app.take_invitations(address text, person uuid) returns void
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
    select 1 from memberships where user_id = dormant and not (status = 0 and joined = 1)
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
