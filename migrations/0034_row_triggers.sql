-- Rejects changes of entries row by row: a distributed table has no statement triggers (docs/scaling.md). Only
-- the owner may truncate; the roles of the application have no right to.
drop trigger keeps_the_log on audit_log;
create trigger keeps_the_log before update or delete on audit_log
  for each row execute function app.keep_the_log();

drop trigger keeps_the_ledger on mrr_movements;
create trigger keeps_the_ledger before update or delete on mrr_movements
  for each row execute function app.keep_the_ledger();
