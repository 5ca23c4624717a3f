-- Idle sessions expire (R-ACC-19): each call extends expires_at, at most to ends_at. The previous release
-- does not set these columns; its sessions get the shortest duration and are not extended.
alter table sessions
  add column idle_seconds integer not null default 1800,
  add column ends_at timestamptz not null default now() + interval '8 hours';
update sessions set ends_at = expires_at, idle_seconds = 604800 where expires_at > now();

-- Authorizes a call and extends the session. Writes only after a tenth of the idle time has passed, to avoid
-- a write at each call.
create or replace function app.authorize(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
  declare
    until timestamptz;
    is_due boolean;
  begin
    select s.id, u.id, u.type, s.impersonator_id, m.role, e.tier, e.read_only,
           least(s.ends_at, now() + make_interval(secs => s.idle_seconds)),
           s.expires_at < least(s.ends_at, now() + make_interval(secs => s.idle_seconds))
                          - make_interval(secs => s.idle_seconds / 10)
      into session_id, user_id, user_type, impersonator_id, role, tier, read_only, until, is_due
      from sessions s
      join users u on u.id = s.user_id and u.active
      left join memberships m
        on m.tenant_id = of_tenant and m.user_id = u.id and m.status = 2
      left join lateral app.entitlement(m.tenant_id) e on m.tenant_id is not null
      where s.token_hash = hash and s.revoked_at is null and s.expires_at > now();
    if not found then return; end if;
    if is_due then
      update sessions s set expires_at = until where s.token_hash = hash;
    end if;
    return next;
  end $$;

-- Extending a session is not an audited event, so the log records ends_at and not expires_at.
drop trigger audits on sessions;
create trigger audits after insert or update on sessions for each row execute function
  app.audit_row('session', 'impersonator_id', 'reason', 'ends_at', 'revoked_at');
