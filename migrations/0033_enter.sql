-- The session of a read-only request and its membership in the tenant (app.standing), as the first statement of
-- the transaction that reads. For an active member it opens the tenant's sealed scope; for anyone else it opens
-- nothing, so that row-level security shows no rows of tenants. It never fails: the guard decides whether the
-- caller may have the rows (decision 32), and extends a session whose use is due.
--
-- app.admit stays for the previous release; a later migration drops it.
create function app.enter(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean, is_due boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
  declare
    signed text;
  begin
    select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.role, s.tier, s.read_only, s.is_due
      into session_id, user_id, user_type, impersonator_id, role, tier, read_only, is_due
      from app.standing(hash, of_tenant) s;
    if not found then return; end if;
    if role is not null then
      signed := of_tenant || '|' || extract(epoch from now())::bigint + 60;
      perform set_config('app.tenant_id', signed || '|' || app.seal_of('tenant_id', signed), true);
    end if;
    return next;
  end $$;
revoke all on function app.enter(bytea, uuid) from public;
grant execute on function app.enter(bytea, uuid) to pregao_runtime;
