-- The realtime hub: session checks and notifications of changes.

-- Returns for each connection to the hub whether its session is valid and whether its user is still an active
-- member of its tenant, if it has one. Called after a change and every few seconds (R-RTM-03).
create function app.still_there(of_sessions uuid[], of_tenants uuid[])
  returns table (session_id uuid, tenant_id uuid, lives boolean, belongs boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select c.session_id, c.tenant_id, u.id is not null, m.id is not null
    from unnest(of_sessions, of_tenants) as c(session_id, tenant_id)
    left join sessions s on s.id = c.session_id and s.revoked_at is null and s.expires_at > now()
    left join users u on u.id = s.user_id and u.active
    left join memberships m on m.tenant_id = c.tenant_id and m.user_id = u.id and m.status = 2
  $$;
revoke all on function app.still_there(uuid[], uuid[]) from public;
grant execute on function app.still_there(uuid[], uuid[]) to pregao_app;

-- Notifies all processes at commit that rows of a tenant changed; PostgreSQL merges equal notifications of
-- one transaction. Arguments of the trigger: the topic and the column with the tenant's id.
create function app.tell_of_change() returns trigger
  language plpgsql
  as $$
  declare
    changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  begin
    perform pg_notify('hub', jsonb_build_object(
      'kind', 'changed', 'topic', tg_argv[0], 'tenant', changed -> tg_argv[1])::text);
    return null;
  end $$;
revoke all on function app.tell_of_change() from public;

create trigger tells_of_change after insert or update or delete on memberships
  for each row execute function app.tell_of_change('members', 'tenant_id');
create trigger tells_of_change after insert or update or delete on join_links
  for each row execute function app.tell_of_change('members', 'tenant_id');
create trigger tells_of_change after insert or update or delete on tenant_products
  for each row execute function app.tell_of_change('subscription', 'tenant_id');
create trigger tells_of_change after update on tenants
  for each row when (old.* is distinct from new.*)
  execute function app.tell_of_change('organization', 'id');

-- Notifies all processes that a user's session ended or that the user was deactivated. Argument of the
-- trigger: the column with the user's id.
create function app.tell_of_end() returns trigger
  language plpgsql
  as $$
  declare
    gone jsonb := to_jsonb(old);
  begin
    perform pg_notify('hub', jsonb_build_object('kind', 'ended', 'user', gone -> tg_argv[0])::text);
    return null;
  end $$;
revoke all on function app.tell_of_end() from public;

create trigger tells_of_end after delete on sessions
  for each row execute function app.tell_of_end('user_id');
create trigger tells_of_revocation after update of revoked_at on sessions
  for each row when (new.revoked_at is not null) execute function app.tell_of_end('user_id');
create trigger tells_of_end after update of active on users
  for each row when (not new.active) execute function app.tell_of_end('id');
