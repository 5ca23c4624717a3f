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
  image text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
-- newest first
create index transactions_newest_idx on transactions (tenant_id, date desc, id desc);

call app.protect_tenant_table('transactions');
