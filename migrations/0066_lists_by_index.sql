-- outside a transaction: writers continue while the indexes are built, and while amounts are filled, which
-- takes one transaction for each organization.
do $$
declare
  of_tenant uuid;
begin
  for of_tenant in select id from tenants loop
    update transactions set amount = 0 where tenant_id = of_tenant and amount is null;
    commit;
  end loop;
end
$$;

-- An index for each order of the transactions of an organization. Conditions on a missing category are those of
-- an empty one.
drop index concurrently if exists transactions_description_idx;
create index concurrently transactions_description_idx on transactions (tenant_id, description, id);
drop index concurrently if exists transactions_category_idx;
create index concurrently transactions_category_idx
  on transactions (tenant_id, (case when category is null then '' else category end), id);
drop index concurrently if exists transactions_quantity_idx;
create index concurrently transactions_quantity_idx on transactions (tenant_id, quantity, id);
drop index concurrently if exists transactions_price_idx;
create index concurrently transactions_price_idx on transactions (tenant_id, price, id);
drop index concurrently if exists transactions_amount_idx;
create index concurrently transactions_amount_idx on transactions (tenant_id, amount, id);

-- A short list of pending entries: each search reads it as a whole.
drop index concurrently if exists transactions_texts_idx;
create index concurrently transactions_texts_idx on transactions
  using gin (app.text_parts(tenant_id, description || ' ' || coalesce(category, '')))
  with (gin_pending_list_limit = 256);
comment on index transactions_texts_idx
  is 'across tenants: no key is, each belongs to one organization (app.text_parts)';

-- Searches of the audit log, of one organization and of all.
drop index concurrently if exists audit_log_keys_idx;
create index concurrently audit_log_keys_idx on audit_log
  using gin (app.entry_keys(tenant_id, action, array[actor_id, impersonator_id], person_id, before, after))
  with (gin_pending_list_limit = 1024);
comment on index audit_log_keys_idx is 'across tenants: the operator searches every log';

-- Filters of the operator's lists.
drop index concurrently if exists users_type_idx;
create index concurrently users_type_idx on users (type);
drop index concurrently if exists tenant_products_status_idx;
create index concurrently tenant_products_status_idx on tenant_products (status);
comment on index tenant_products_status_idx
  is 'across tenants: the operator finds organizations by the status of their products';
