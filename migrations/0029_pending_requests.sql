-- Whether the person of this scope asked to join an organization that has not answered yet. They see no
-- row of it before they are an active member, so this is all there is to learn.
create function app.is_awaiting_acceptance() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select from memberships where user_id = app.user_id() and status = 1) $$;
revoke all on function app.is_awaiting_acceptance() from public;
grant execute on function app.is_awaiting_acceptance() to pregao_app;
