-- Forces row-level security on the owner of a table as well, who gets a policy. A table that is transferred
-- to another role, even the application's, shows no rows to that role (R-SEC-03).
create or replace procedure app.protect_tenant_table(relation regclass)
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  execute format('alter table %s enable row level security', relation);
  execute format(
    'create policy tenant_rows on %s to pregao_app
       using (tenant_id = (select app.tenant_id()))
       with check (tenant_id = (select app.tenant_id()))',
    relation
  );
  execute format(
    'create policy operator_rows on %s to pregao_operator using (true) with check (true)',
    relation
  );
  execute format(
    'grant select, insert, update, delete on %s to pregao_app, pregao_operator',
    relation
  );
  call app.bind_owner(relation);
end
$$;

-- For tables that already have policies.
create procedure app.bind_owner(relation regclass)
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  execute format(
    'create policy owner_rows on %s to %s using (true) with check (true)',
    relation,
    (select relowner::regrole from pg_class where oid = relation)
  );
  execute format('alter table %s force row level security', relation);
end
$$;
revoke execute on procedure app.bind_owner(regclass) from public;

do $$
declare
  relation regclass;
begin
  for relation in
    select pg_class.oid::regclass from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity
  loop
    call app.bind_owner(relation);
  end loop;
end
$$;

-- Indexes that find rows before their tenant is known or that are unique across tenants; all others are
-- unique within one tenant. The rules of the catalog (src/server/database/isolation/catalog.ts) require a
-- comment that begins like these.
comment on index memberships_user_id_idx
  is 'across tenants: the memberships of a person, whatever the organization';
comment on index memberships_id_idx is 'across tenants: the operator names a member by its id alone';
comment on index join_links_token_key
  is 'across tenants: whoever follows a join link knows its token and nothing else';
comment on index tenant_products_service_id_key
  is 'across tenants: the provider names a subscription by its own id';
comment on index tenant_products_price_idx is 'across tenants: who uses a price that is about to go';
comment on index audit_log_id_idx is 'across tenants: the operator reads every log, newest first';
comment on index mrr_movements_at_idx
  is 'across tenants: the operator reads what everybody pays, newest first';
comment on index tenants_name_key is 'across tenants: no two organizations have one name';
comment on index tenants_subdomain_key is 'across tenants: a host name leads to one organization';
comment on index tenants_customer_id_key
  is 'across tenants: the provider names a customer by its own id';
comment on index tenants_words_idx is 'across tenants: the operator searches all organizations';
-- The same for tables outside the schema public that the runtime roles may access.
comment on table app.billing_clock
  is 'across tenants: the time of what is paid for, the same for everybody';
