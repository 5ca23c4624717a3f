-- As before (migrations 29 and 30). Citus executes the subquery on its own, which must therefore return a column.
create or replace function app.is_awaiting_acceptance() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select 1 from memberships where user_id = app.user_id() and status = 1) $$;

create or replace function app.belongs_nowhere(person uuid) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform app.assert_own(person);
  return not exists (
    select 1 from memberships
    where user_id = person and (status = 2 or status = 0 and joined = 0));
end
$$;
