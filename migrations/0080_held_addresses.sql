-- outside a transaction: writers continue while the index is built.
drop index concurrently if exists tokens_held_address_idx;
create index concurrently tokens_held_address_idx on tokens (lower(address))
  where purpose = 'undoEmail' and used_at is null;
alter table tokens validate constraint tokens_purpose_check;
