-- Returns true when the user of the scope has a pending request to join an organization. The policies show no
-- row of it before the membership is active, so this is all the user can learn.
create function app.is_awaiting_acceptance() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select from memberships where user_id = app.user_id() and status = 1) $$;
revoke all on function app.is_awaiting_acceptance() from public;
grant execute on function app.is_awaiting_acceptance() to pregao_app;
