-- As before (migration 87). With `offers`, the caller knows that the organization offers single sign-on: Citus runs no
-- function with other rights on rows of an organization that the transaction has changed. Without a policy, none is called:
-- a null is not false, so that the next condition was evaluated, too.
create function app.check_policies(
  of_tenant uuid, of_session uuid, offers boolean, out refusal text, out exceeds boolean
)
  language plpgsql stable set search_path = public, pg_temp
as $$
declare
  policy tenant_policies;
  session sessions;
  methods text[];
  allowed text[];
  is_owner boolean;
  is_chosen boolean;
begin
  exceeds := false;
  select * into session from sessions where id = of_session;
  if session.impersonator_id is not null then return; end if;
  select * into policy from tenant_policies p where p.tenant_id = of_tenant;
  -- A mailed link to set a password (`email`) is followed by the password that was set.
  methods := array_replace(session.methods, 'email', 'password');
  allowed := policy.sign_in_methods;
  if session.sso_tenant_id is distinct from of_tenant and allowed is not distinct from '{sso}'
    and (offers or app.offers_sso(of_tenant))
  then
    is_chosen := exists (select 1 from memberships m
      where m.tenant_id = of_tenant and m.user_id = policy.break_glass_id and m.role = 0 and m.status = 2);
    is_owner := exists (select 1 from memberships m
      where m.tenant_id = of_tenant and m.user_id = session.user_id and m.role = 0 and m.status = 2);
    -- When the chosen person is no owner any more, each owner may enter.
    if not is_owner or is_chosen and session.user_id <> policy.break_glass_id
      or not methods && '{password,passkey}'
    then
      refusal := 'policy.ssoRequired';
    elsif not app.has_factor(session.user_id) then
      refusal := 'policy.secondFactor';
    elsif not methods && '{totp,recoveryCode,passkey}' then
      refusal := 'access.stepUpRequired';
    else
      exceeds := not of_tenant = any (session.break_glass_tenants);
    end if;
  elsif session.sso_tenant_id is distinct from of_tenant then
    allowed := nullif(allowed, '{sso}');
    if allowed is null and 'link' = any (methods) or allowed is not null and not methods && allowed then
      refusal := 'policy.signInMethod';
    elsif policy.factor_days is not null and app.factor_due(of_tenant, session.user_id) <= now() then
      refusal := 'policy.secondFactor';
    end if;
  end if;
  if refusal is null and session.created_at + make_interval(hours => policy.session_hours) <= now() then
    refusal := 'policy.sessionEnded';
  end if;
  exceeds := exceeds or coalesce(session.idle_seconds > policy.idle_hours * 3600, false)
    or coalesce(session.ends_at > session.created_at + make_interval(hours => policy.session_hours), false);
end
$$;
revoke all on function app.check_policies(uuid, uuid, boolean) from public;
grant execute on function app.check_policies(uuid, uuid, boolean) to pregao_runtime;

-- As before, for callers who have changed nothing.
create or replace function app.check_policies(of_tenant uuid, of_session uuid, out refusal text, out exceeds boolean)
  language plpgsql stable set search_path = public, pg_temp
as $$
begin
  select c.refusal, c.exceeds into refusal, exceeds from app.check_policies(of_tenant, of_session, false) c;
end
$$;
