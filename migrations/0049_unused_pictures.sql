-- Reads the pictures in use instead of joining a list with every table: Citus refuses a join of a list with all tenants
-- (docs/scaling.md).

-- As before (migration 8).
create or replace function app.unused_pictures(names text[]) returns setof text
  language plpgsql stable set search_path = public, pg_temp
as $$
declare
  place record;
  used text[];
begin
  for place in
    select attrelid::regclass as relation, attname as name
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where atttypid = 'app.picture'::regtype and not attisdropped and relkind in ('r', 'p')
  loop
    execute format('select array_agg(%1$I) from %2$s where %1$I = any ($1)', place.name, place.relation)
      into used using array(select '/files/' || unnest(names));
    names := array(select unnest(names) except select substr(unnest(used), length('/files/') + 1));
  end loop;
  return query select unnest(names);
end
$$;
