-- outside a transaction: writers continue while the index is built.
-- Finds the sample rows of one organization with an index scan instead of a table scan.
drop index concurrently if exists transactions_samples_idx;
create index concurrently transactions_samples_idx on transactions (tenant_id) where sample;
comment on index transactions_samples_idx is 'Sample transactions of an organization';
