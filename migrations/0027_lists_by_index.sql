-- outside a transaction: built beside those who write. The order of three lists, so that a page of one is
-- a stretch of an index and not the end of a sort. Ascending: new rows go to the end, which is packed
-- densest; it is read backward.
drop index concurrently if exists transactions_date_idx;
create index concurrently transactions_date_idx on transactions (date, id);
comment on index transactions_date_idx
  is 'across tenants: the operator reads every transaction, newest first';

drop index concurrently if exists tenant_products_id_idx;
create index concurrently tenant_products_id_idx on tenant_products (id);
comment on index tenant_products_id_idx
  is 'across tenants: the operator reads who subscribed to what, newest first';

-- The only list that is not paged.
drop index concurrently if exists memberships_role_idx;
create index concurrently memberships_role_idx on memberships (tenant_id, role, id);
