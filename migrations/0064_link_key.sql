-- Secret with which the links to invoices in emails are signed. Backups hold it, so that links that were sent
-- open the invoices of a restored product too; app.scope_key is new in each database.
create table app.link_key (
  single boolean primary key default true check (single),
  secret bytea not null
);
insert into app.link_key (secret)
  select sha256(string_agg(uuid_send(gen_random_uuid()), '')) from generate_series(1, 4);
