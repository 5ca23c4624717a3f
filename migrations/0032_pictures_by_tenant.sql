-- outside a transaction: writers continue while the index is built.
-- Counts the pictures of one organization for its quota with an index scan instead of a table scan.
drop index concurrently if exists transactions_pictures_idx;
create index concurrently transactions_pictures_idx on transactions (tenant_id) where image is not null;
comment on index transactions_pictures_idx
  is 'How many transactions of an organization have a picture';
