-- Returns the user of a session and their rights in a tenant, for both functions below. `lasts` is the expiry
-- of the session if it is used now; `is_due` is true when that must be written.
create function app.standing(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean, lasts timestamptz, is_due boolean)
  language sql stable
  begin atomic
    select s.id, u.id, u.type, s.impersonator_id, m.role,
           case when t.subdomain = 'admin' then 2147483647
                when m.role is not null then coalesce(best.tier, 0) end,
           case when m.role is not null then coalesce(best.overdue, false) end,
           least(s.ends_at, now() + make_interval(secs => s.idle_seconds)),
           s.expires_at < least(s.ends_at, now() + make_interval(secs => s.idle_seconds))
                          - make_interval(secs => s.idle_seconds / 10)
    from sessions s
    join users u on u.id = s.user_id and u.active
    left join memberships m on m.tenant_id = of_tenant and m.user_id = u.id and m.status = 2
    left join tenants t on t.id = m.tenant_id
    -- The operator's own tenant has every entitlement without a product (R-ORG-10).
    left join lateral app.active_product(t.id) best on t.subdomain is distinct from 'admin'
    where s.token_hash = hash and s.revoked_at is null and s.expires_at > now();
  end;
revoke all on function app.standing(bytea, uuid) from public;

-- Authorizes a call in a statement of its own, as before, and extends the session.
create or replace function app.authorize(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
  declare
    until timestamptz;
    due boolean;
  begin
    select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.role, s.tier, s.read_only,
           s.lasts, s.is_due
      into session_id, user_id, user_type, impersonator_id, role, tier, read_only, until, due
      from app.standing(hash, of_tenant) s;
    if not found then return; end if;
    if due then
      update sessions s set expires_at = until where s.token_hash = hash;
    end if;
    return next;
  end $$;

-- Authorizes a read-only call within its transaction, in the same round trip, and opens the tenant's scope.
-- Raises PR002 when the caller is not admitted, so that PostgreSQL skips the statements that follow in the
-- pipeline; and when the session must be extended, because this transaction writes nothing. The server then
-- calls `authorize`, which tells the reason.
create function app.admit(hash bytea, of_tenant uuid, of_role integer, of_tier integer,
                          in_person boolean)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
  declare
    may boolean;
  begin
    select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.role, s.tier, s.read_only,
           not s.is_due and s.role <= of_role and s.tier >= of_tier
             and not (in_person and s.impersonator_id is not null)
      into session_id, user_id, user_type, impersonator_id, role, tier, read_only, may
      from app.standing(hash, of_tenant) s;
    if may is not true then
      raise exception using errcode = 'PR002', message = 'not admitted';
    end if;
    perform set_config('app.tenant_id', of_tenant::text, true);
    return next;
  end $$;
revoke all on function app.admit(bytea, uuid, integer, integer, boolean) from public;
grant execute on function app.admit(bytea, uuid, integer, integer, boolean) to pregao_app;
