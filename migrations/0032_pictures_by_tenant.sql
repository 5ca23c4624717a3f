-- outside a transaction: built beside those who write.
-- The quota of pictures counts those of one organization: a stretch of an index, not its whole table.
drop index concurrently if exists transactions_pictures_idx;
create index concurrently transactions_pictures_idx on transactions (tenant_id) where image is not null;
comment on index transactions_pictures_idx
  is 'How many transactions of an organization have a picture';
