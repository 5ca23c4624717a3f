-- Id of the key that the stored secrets are encrypted with (R-OPR-18): each start compares it with its key. Backups hold
-- it. Only the owner may access it.
create table app.encryption_key (
  single boolean primary key default true check (single),
  id text not null
);
