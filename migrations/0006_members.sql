-- Members and invitations: the seat limit, the required owner, and join links.

-- Raises a Failure with a code of the contract, for rules that the database enforces for every caller.
create function app.refuse(code text, params jsonb default '{}') returns void
  language plpgsql
  as $$ begin raise exception using errcode = 'PR001', message = code, detail = params::text; end $$;
revoke all on function app.refuse(text, jsonb) from public;

-- Returns the active product: the current one of the highest tier. No row: the tenant has none.
create function app.active_product(of_tenant uuid)
  returns table (tier integer, max_users integer, overdue boolean)
  language sql stable
  begin atomic
    select p.tier, p.max_users,
           coalesce(tp.status = 'past_due' and tp.grace_ends <= now(), false) as overdue
    from tenant_products tp
    join subscription_prices pr on pr.id = tp.subscription_price_id
    join subscription_products p on p.id = pr.subscription_product_id
    where tp.tenant_id = of_tenant and tp.status <> 'canceled'
      and (tp.end_date is null or tp.end_date > now())
    order by p.tier desc, overdue
    limit 1;
  end;
revoke all on function app.active_product(uuid) from public;

create or replace function app.entitlement(of_tenant uuid, out tier integer, out read_only boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select coalesce(case when t.subdomain = 'admin' then 2147483647 end, best.tier, 0),
           t.subdomain <> 'admin' and coalesce(best.overdue, false)
    from tenants t left join lateral app.active_product(t.id) best on true
    where t.id = of_tenant
  $$;

-- Returns the number of seats; 0 means unlimited (R-MEM-04).
create function app.seats(of_tenant uuid) returns integer
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select case when t.subdomain = 'admin' then 0
           else coalesce((select max_users from app.active_product(t.id)), 1) end
    from tenants t where t.id = of_tenant
  $$;
revoke all on function app.seats(uuid) from public;

-- Enforces the seat limit for every new or reactivated membership (R-MEM-05). An invitation (status 0)
-- reserves its seat, so accepting it (status 2) needs no check. Locks the tenant's row, so that concurrent
-- transactions count one after the other.
create function app.take_a_seat() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare
    seats integer;
  begin
    perform from tenants where id = new.tenant_id for no key update;
    if (app.entitlement(new.tenant_id)).read_only then
      perform app.refuse('billing.readOnly');
    end if;
    seats := app.seats(new.tenant_id);
    if seats > 0 and seats <= (
      select count(*) from memberships where tenant_id = new.tenant_id and status in (0, 2)
    ) then
      perform app.refuse('tenant.maxNumberOfUsers', jsonb_build_object('max', seats));
    end if;
    return new;
  end $$;
revoke all on function app.take_a_seat() from public;

create trigger takes_a_seat before insert on memberships
  for each row when (new.status in (0, 2)) execute function app.take_a_seat();
create trigger takes_a_seat_now before update of status on memberships
  for each row when (new.status in (0, 2) and old.status not in (0, 2))
  execute function app.take_a_seat();

-- Ensures that a tenant has an active owner (R-ORG-08). A deferred constraint trigger: it checks at commit,
-- and locks the tenant's row, so that two owners who demote each other concurrently are checked one after the
-- other.
create function app.keep_an_owner() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    perform from tenants where id = old.tenant_id for no key update;
    if found and not exists (
      select from memberships where tenant_id = old.tenant_id and role = 0 and status = 2
    ) then
      perform app.refuse('tenant.cannotBeWithoutOwner');
    end if;
    return null;
  end $$;
revoke all on function app.keep_an_owner() from public;

create constraint trigger keeps_an_owner
  after delete or update of role, status, user_id, tenant_id on memberships
  deferrable initially deferred
  for each row when (old.role = 0 and old.status = 2) execute function app.keep_an_owner();

-- Values that the tenant entered for its member; null means that the account's values apply.
alter table memberships
  add column first_name text,
  add column last_name text,
  add column phone text;

-- Clears the tenants' values of fields that a user changes in the profile, so that the latest change applies
-- in all organizations.
create function app.hear_the_person() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    update memberships set
      first_name = case when new.first_name = old.first_name then first_name end,
      last_name = case when new.last_name = old.last_name then last_name end,
      phone = case when new.phone = old.phone then phone end
    where user_id = new.id and status = 2;
    return null;
  end $$;
revoke all on function app.hear_the_person() from public;

create trigger hears_the_person after update of first_name, last_name, phone on users
  for each row when ((old.first_name, old.last_name, old.phone)
    is distinct from (new.first_name, new.last_name, new.phone))
  execute function app.hear_the_person();

-- An invitation's token is valid for one tenant only.
alter table tokens
  add column invited_to uuid references tenants on delete cascade,
  add check ((purpose = 'invitation') = (invited_to is not null));
create index tokens_invited_to_idx on tokens (invited_to);

-- Set for accounts that are created through a join link: they may sign in before their address is verified.
alter table users add column may_sign_in_unverified boolean not null default false;

-- One join link for each tenant. Its token is stored in clear because members share the link.
create table join_links (
  tenant_id uuid primary key references tenants on delete cascade,
  token text not null,
  active boolean not null default false,
  -- the link is published, so members who join through it are counted separately (JoinedByPublicUrl)
  public_url boolean not null default false,
  require_acceptance boolean not null default true
);
create unique index join_links_token_key on join_links (token);
call app.protect_tenant_table('join_links');

-- Returns the tenant of an active join link, or null. SECURITY DEFINER, because the caller has no tenant
-- scope yet.
create function app.tenant_of_link(link text) returns uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$ select tenant_id from join_links where token = link and active $$;
revoke all on function app.tenant_of_link(text) from public;
grant execute on function app.tenant_of_link(text) to pregao_app;
