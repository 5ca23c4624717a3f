-- Transactions with their imports and limits, stored pictures, and the files that the operator offers.

-- Transactions, the records of organizations.
create table transactions (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuid7(),
  description text not null,
  quantity integer not null,
  -- minor units
  price bigint not null,
  date date not null,
  category text,
  -- empty, or the address of a picture
  image app.picture,
  created_at timestamptz not null default now(),
  -- size of the picture; null: not measured, which a job does
  image_bytes integer,
  -- Quantity times price, which a trigger keeps. Stored because row-level security keeps a product out of index
  -- conditions.
  amount bigint,
  -- True for a row of the sample data, until a member changes it.
  sample boolean not null default false,
  -- counts the changes (app.count_version)
  version integer not null default 1,
  -- The import that created the transaction; a restored one belongs to none.
  import_id uuid,
  primary key (tenant_id, id)
);
create index transactions_newest_idx on transactions (tenant_id, date desc, id desc);
create index transactions_date_idx on transactions (date, id);
comment on index transactions_date_idx is 'across tenants: the operator reads every transaction, newest first';
create index transactions_pictures_idx on transactions (tenant_id) where image is not null;
comment on index transactions_pictures_idx is 'How many transactions of an organization have a picture';
create index transactions_texts_idx on transactions
  using gin (app.text_search_keys(tenant_id, description || ' ' || coalesce(category, '')))
  with (gin_pending_list_limit = 256);
comment on index transactions_texts_idx
  is 'across tenants: no key is, each belongs to one organization (app.text_search_keys)';
create index transactions_description_idx on transactions (tenant_id, description, id);
create index transactions_category_idx
  on transactions (tenant_id, (case when category is null then '' else category end), id);
create index transactions_quantity_idx on transactions (tenant_id, quantity, id);
create index transactions_price_idx on transactions (tenant_id, price, id);
create index transactions_amount_idx on transactions (tenant_id, amount, id);
create index transactions_samples_idx on transactions (tenant_id) where sample;
comment on index transactions_samples_idx is 'Sample transactions of an organization';
call app.protect_tenant_table('transactions');
call app.audited('transactions', 'transaction', 'description', 'quantity', 'price', 'date', 'category', 'image',
  'sample');
create trigger counts_version before update on transactions for each row execute function app.count_version();

-- Keeps the amount equal to quantity times price.
create function app.compute_amount() returns trigger
  language plpgsql as $$
begin
  new.amount := new.quantity::bigint * new.price;
  return new;
end $$;
create trigger computes_amount before insert or update of quantity, price, amount on transactions
  for each row execute function app.compute_amount();

-- Returns up to `at_most` rows of a table of organizations whose texts contain all of these parts: in a definer
-- function, because row-level security keeps operators that are not leakproof out of index conditions (decision
-- 30). The index <table>_texts_idx says which texts those are. The rows may contain a few more: the caller
-- compares again, in its own scope.
create function app.find_rows(relation regclass, of_tenant uuid, parts text[], at_most integer)
  returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  set max_parallel_workers_per_gather = 0 as $$
declare
  texts constant text := (
    select pg_get_indexdef(indexrelid, 1, false) from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = relation and relname = (select relname from pg_class where oid = relation) || '_texts_idx');
begin
  if of_tenant is distinct from app.tenant_id() then
    raise exception 'Not the list of this organization' using errcode = '42501';
  end if;
  return query execute
    format('select id from %s where %s %s @> $2 limit $3', relation,
      -- A key belongs to one organization; with this condition, its rows would be listed first. Citus sends the
      -- query by it.
      case when current_setting('citus.propagate_set_commands', true) is null then '' else 'tenant_id = $1 and' end,
      texts)
    using of_tenant, array(
      select hashtextextended(substr(part, at, 3), uuid_hash_extended(of_tenant, 0))
      from unnest(parts) as part, generate_series(1, greatest(length(part) - 2, 1)) as at
    ), at_most;
end $$;

-- Limits of which an organization has used 80 %: a job emails its owners and admins for each row, and again
-- when the limit is used up (R-USE-04).
create table usage_notices (
  tenant_id uuid not null references tenants on delete cascade,
  -- key of the limit in src/contract/usage/limits.ts
  limit_key text not null,
  -- month in UTC, as 2026-11; empty for a limit without a period
  period text not null,
  -- the limit: a larger plan leads to a notice of its own
  included bigint not null,
  used bigint not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- When the limit was used up; null while it is only near.
  reached_at timestamptz,
  primary key (tenant_id, limit_key, period, included)
);
-- For the job, across organizations.
create index usage_notices_due_idx on usage_notices (tenant_id) where sent_at is null;
call app.protect_tenant_table('usage_notices', deletes => false);

-- Stores the notice that an organization is near a limit. Below a limit of five, 80 % is the limit itself. A limit
-- that is used up makes its notice due again, once.
create function app.record_usage_notice(of_tenant uuid, key text, during text, used bigint, included bigint)
  returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if included >= 5 and used * 5 >= included * 4 then
    insert into usage_notices as n (tenant_id, limit_key, period, included, used, reached_at)
      values (of_tenant, key, during, included, used, case when used >= included then now() end)
      on conflict (tenant_id, limit_key, period, included) do update
        set used = excluded.used, reached_at = excluded.reached_at, sent_at = null
        where n.reached_at is null and excluded.reached_at is not null;
  end if;
end $$;

-- Enforces the limit of transactions per month (R-USE-02), by the month in which the transaction was created: a
-- restored one and a sample row that a member changes count in their own. The change makes a sample row one like any
-- other. Ids begin with the time (app.uuid7), so the rows of a month are a range of the primary key: it is counted up
-- to the limit, without a counter that could drift. The lock makes concurrent transactions count one after the other;
-- organizations without a limit take none. An import is counted as a whole before its rows (R-IMP-06), which are marked
-- as counted until the transaction ends: counting again for each of thousands would take too long.
create function app.count_transaction() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  included integer;
  used bigint;
  added integer := 1;
  first_id uuid := new.id;
  month timestamp;
begin
  if tg_argv[0] = 'import' then
    perform set_config('app.counted_import', new.id::text, true);
    added := new.rows;
    first_id := new.first_id;
  else
    new.sample := false;
    if new.import_id::text = current_setting('app.counted_import', true) then
      return new;
    end if;
  end if;
  select max_transactions into included from app.active_product(new.tenant_id);
  if coalesce(included, 0) = 0 then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('transactions ' || new.tenant_id, 0));
  month := date_trunc('month', to_timestamp(
    ('x' || substr(replace(first_id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0) at time zone 'UTC');
  select count(*) into used from (
    select from transactions
      where tenant_id = new.tenant_id and not sample
        and id >= app.first_uuid7(month) and id < app.first_uuid7(month + interval '1 month')
      limit included
  ) counted;
  if used + added > included then
    perform app.refuse('usage.transactions',
      jsonb_build_object('limit', 'transactions', 'used', used, 'max', included));
  end if;
  if month = date_trunc('month', clock_timestamp() at time zone 'UTC') then
    perform app.record_usage_notice(new.tenant_id, 'transactions', to_char(month, 'YYYY-MM'), used + added, included);
  end if;
  return new;
end $$;
create trigger counts_transaction before insert on transactions
  for each row when (not new.sample) execute function app.count_transaction();
create trigger counts_sample_on_update before update on transactions
  for each row when (old.sample) execute function app.count_transaction();

-- Imports of transactions from CSV files (decision 70, R-IMP-01 to R-IMP-09).
create table transaction_imports (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuid7(),
  file_name text not null,
  rows integer not null check (rows > 0), -- number of transactions that it created
  -- Their ids lie between these two: the primary key of transactions finds them, without an index of imports.
  first_id uuid not null,
  last_id uuid not null,
  created_by uuid not null, -- the user; for an API key, the one who created it
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  -- transactions that undoing it deleted, and those that it kept because they had been changed
  removed integer,
  kept integer,
  primary key (tenant_id, id),
  check (num_nulls(undone_at, removed, kept) in (0, 3))
);
call app.protect_tenant_table('transaction_imports', operators => false, deletes => false);
-- Undoing is an event with its counts.
call app.audited('transaction_imports', 'import', 'file_name', 'rows');

create trigger counts_import before insert on transaction_imports
  for each row execute function app.count_transaction('import');

-- Refuses a picture of a transaction, or a logo, that adds bytes beyond the limit (R-USE-05). Replacing one by a
-- smaller one is possible beyond it too.
create function app.count_storage() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_tenant uuid;
  added bigint;
  megabytes integer;
  included bigint;
  used bigint;
begin
  if tg_argv[0] = 'logos' then
    of_tenant := new.id;
    added := case when new.icon <> old.icon and new.icon <> ''
        then coalesce(new.icon_bytes, 0) - case when old.icon <> '' then coalesce(old.icon_bytes, 0) else 0 end
        else 0 end
      + case when new.logo <> old.logo and new.logo <> ''
        then coalesce(new.logo_bytes, 0) - case when old.logo <> '' then coalesce(old.logo_bytes, 0) else 0 end
        else 0 end
      + case when new.logo_darkmode <> old.logo_darkmode and new.logo_darkmode <> ''
        then coalesce(new.logo_darkmode_bytes, 0)
          - case when old.logo_darkmode <> '' then coalesce(old.logo_darkmode_bytes, 0) else 0 end
        else 0 end;
  elsif new.image is null then
    new.image_bytes := null;
    return new;
  else
    of_tenant := new.tenant_id;
    added := coalesce(new.image_bytes, 0) - coalesce(old.image_bytes, 0);
  end if;
  select max_storage, max_storage::bigint * 1000000 into megabytes, included from app.active_product(of_tenant);
  -- Without a product, or with 0, the storage is unlimited.
  if coalesce(megabytes, 0) = 0 or added <= 0 then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('storage ' || of_tenant, 0));
  select coalesce(sum(image_bytes), 0) into used
    from transactions where tenant_id = of_tenant and image is not null;
  used := used + coalesce((
    select case when icon <> '' then coalesce(icon_bytes, 0) else 0 end
      + case when logo <> '' then coalesce(logo_bytes, 0) else 0 end
      + case when logo_darkmode <> '' then coalesce(logo_darkmode_bytes, 0) else 0 end
    from tenants where id = of_tenant), 0);
  if used + added > included then
    perform app.refuse('usage.storage', jsonb_build_object('limit', 'storage', 'used', used, 'max', megabytes));
  end if;
  perform app.record_usage_notice(of_tenant, 'storage', '', used + added, included);
  return new;
end $$;
create trigger counts_picture before insert on transactions
  for each row when (new.image is not null) execute function app.count_storage('picture');
create trigger counts_picture_on_update before update of image on transactions
  for each row when (new.image is distinct from old.image) execute function app.count_storage('picture');
create trigger counts_logos before update of icon, logo, logo_darkmode on tenants
  for each row execute function app.count_storage('logos');

-- Files that the operator offers. They belong to no tenant: all users may read the list, the operator writes it.
create table resources (
  id uuid primary key default app.uuid7(),
  title text not null,
  description text,
  type smallint not null check (type between 0 and 4),
  -- Allowed tiers and roles, of which the lowest counts; empty: all (R-RES-02).
  tiers integer[] not null default '{}',
  roles integer[] not null default '{}',
  -- Name in the storage: random, without any part that the uploader chose.
  file text unique check (file ~ '^[0-9a-f]{32}[.]bin$'),
  size bigint check (size > 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check (num_nulls(file, size, sha256) in (0, 3))
);
comment on table resources is 'across tenants: what the operator offers to all organizations';
grant select on resources to pregao_runtime;
grant select, insert, update, delete on resources to pregao_operator;
call app.audited('resources', 'resource', 'title', 'description', 'type', 'tiers', 'roles', 'file', 'size', 'sha256');
create trigger counts_version before update on resources for each row execute function app.count_version();

revoke execute on all routines in schema app from public;
grant execute on function app.find_rows to pregao_runtime;
