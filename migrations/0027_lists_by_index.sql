-- outside a transaction: writers continue while the indexes are built. They give the order of three lists, so
-- that a page is an index range scan without a sort. Ascending and read backward: new rows go to the end,
-- where B-tree pages are filled densely.
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
