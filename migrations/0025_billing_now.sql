-- The same time, said as a query: of a function whose body is `return`, Citus cannot make what it asks of
-- a table into a statement for another machine (docs/scaling.md).
create or replace function app.billing_now() returns timestamptz
  language sql stable parallel safe
  begin atomic
    select now() + (select offset_seconds from app.billing_clock) * interval '1 second';
  end;
