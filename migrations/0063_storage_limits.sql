-- Limit of what an organization stores: the pictures of its transactions and its logos (decision 47).

-- megabytes (1,000,000 bytes); 0: unlimited
alter table subscription_products add column max_storage integer not null default 0;
alter table subscription_products
  add constraint subscription_products_max_storage_check check (max_storage >= 0) not valid;

-- Sizes in bytes of the pictures in the columns of these names; null: not measured, which a job does.
alter table transactions add column image_bytes integer;
alter table tenants
  add column icon_bytes integer,
  add column logo_bytes integer,
  add column logo_darkmode_bytes integer;

-- Returns the megabytes that the active product includes; 0: unlimited.
create function app.included_storage(of_tenant uuid) returns integer
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  included integer;
begin
  select p.max_storage into included
    from tenant_products tp
    join subscription_prices pr on pr.id = tp.subscription_price_id
    join subscription_products p on p.id = pr.subscription_product_id
    where tp.tenant_id = of_tenant and tp.status <> 'canceled'
      and (tp.end_date is null or tp.end_date > app.billing_now())
    order by p.tier desc, tp.start_date desc
    limit 1;
  return coalesce(included, 0);
end
$$;
revoke all on function app.included_storage(uuid) from public;

-- Refuses a change that adds bytes beyond the limit (R-USE-05). Replacing a picture by a smaller one is possible
-- beyond it too.
create function app.take_storage(of_tenant uuid, added bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  megabytes constant integer := app.included_storage(of_tenant);
  included constant bigint := megabytes::bigint * 1000000;
  used bigint;
begin
  if megabytes = 0 or added <= 0 then
    return;
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
  perform app.note_usage(of_tenant, 'storage', '', used + added, included);
end
$$;
revoke all on function app.take_storage(uuid, bigint) from public;

create function app.count_picture() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if new.image is null then
    new.image_bytes := null;
  elsif tg_op = 'INSERT' then
    perform app.take_storage(new.tenant_id, new.image_bytes);
  else
    perform app.take_storage(new.tenant_id, new.image_bytes::bigint - coalesce(old.image_bytes, 0));
  end if;
  return new;
end
$$;
revoke all on function app.count_picture() from public;
create trigger counts_picture before insert on transactions
  for each row when (new.image is not null) execute function app.count_picture();
create trigger counts_picture_now before update of image on transactions
  for each row when (new.image is distinct from old.image) execute function app.count_picture();

create function app.count_logos() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform app.take_storage(new.id,
    case when new.icon <> old.icon and new.icon <> ''
      then coalesce(new.icon_bytes, 0) - case when old.icon <> '' then coalesce(old.icon_bytes, 0) else 0 end
      else 0 end::bigint
    + case when new.logo <> old.logo and new.logo <> ''
      then coalesce(new.logo_bytes, 0) - case when old.logo <> '' then coalesce(old.logo_bytes, 0) else 0 end
      else 0 end
    + case when new.logo_darkmode <> old.logo_darkmode and new.logo_darkmode <> ''
      then coalesce(new.logo_darkmode_bytes, 0)
        - case when old.logo_darkmode <> '' then coalesce(old.logo_darkmode_bytes, 0) else 0 end
      else 0 end);
  return new;
end
$$;
revoke all on function app.count_logos() from public;
create trigger counts_logos before update of icon, logo, logo_darkmode on tenants
  for each row execute function app.count_logos();
