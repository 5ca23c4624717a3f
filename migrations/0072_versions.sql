-- Versions of records (decision 51): a change of an older version than the caller has seen is refused. Counted by a
-- trigger, so that the previous release and every other writer count as well.
create function app.count_version() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  -- Repeating a change is none.
  new.version := old.version;
  if new is distinct from old then
    new.version := old.version + 1;
  end if;
  return new;
end
$$;
revoke all on function app.count_version() from public;

-- Counts the changes of the rows of a table in its column `version`.
create procedure app.versioned(relation regclass)
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  execute format('create trigger counts_version before update on %s
    for each row execute function app.count_version()', relation);
end
$$;
revoke all on procedure app.versioned(regclass) from public;

alter table transactions add column version integer not null default 1;
alter table resources add column version integer not null default 1;
call app.versioned('transactions');
call app.versioned('resources');
call app.versioned('announcements');
