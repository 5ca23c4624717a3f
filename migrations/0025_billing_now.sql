-- The same function with a query as its body: Citus cannot push the subquery of a `return` body down to
-- another node (docs/scaling.md).
create or replace function app.billing_now() returns timestamptz
  language sql stable parallel safe
  begin atomic
    select now() + (select offset_seconds from app.billing_clock) * interval '1 second';
  end;
