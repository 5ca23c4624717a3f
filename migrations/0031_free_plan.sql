-- The free plan: its seat limit, the move to it, and one trial for each organization, user and card.

-- An organization on a free plan with more members than its product allows (after a trial or a paid plan) is
-- read-only until it subscribes or removes members (R-SUB-07). The rule is derived from the rows, so no job
-- has to switch it. Counts members only up to the limit.
create or replace function app.active_product(of_tenant uuid)
  returns table (tier integer, max_users integer, overdue boolean)
  language sql stable
  begin atomic
    select p.tier, p.max_users,
           coalesce(tp.status = 'past_due' and tp.grace_ends <= app.billing_now(), false)
             or (tp.service_id is null and pr.price = 0 and p.max_users > 0 and exists (
               select from memberships m
               where m.tenant_id = of_tenant and m.status in (0, 2)
               offset p.max_users)) as overdue
    from tenant_products tp
    join subscription_prices pr on pr.id = tp.subscription_price_id
    join subscription_products p on p.id = pr.subscription_product_id
    where tp.tenant_id = of_tenant and tp.status <> 'canceled'
      and (tp.end_date is null or tp.end_date > app.billing_now())
    order by p.tier desc, overdue
    limit 1;
  end;

-- Returns the product that remains when all products with an announced end have ended.
create function app.remaining_product(of_tenant uuid) returns table (max_users integer)
  language sql stable
  begin atomic
    select p.max_users
    from tenant_products tp
    join subscription_prices pr on pr.id = tp.subscription_price_id
    join subscription_products p on p.id = pr.subscription_product_id
    where tp.tenant_id = of_tenant and tp.status <> 'canceled' and tp.end_date is null
    order by p.tier desc
    limit 1;
  end;
revoke all on function app.remaining_product(uuid) from public;

-- Applies the limit of a smaller plan early, when a billing operation or the announced end of the current
-- plan leads to it, so that members who join before the change still fit after it.
create or replace function app.seats(of_tenant uuid) returns integer
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select case when t.subdomain = 'admin' then 0 else coalesce(
      (select min(room) from (
        select max_users as room from app.active_product(t.id)
        union all
        select max_users from app.remaining_product(t.id)
        union all
        select max_users from billing_intents
        where for_tenant = t.id and state in ('open', 'authenticating') and max_users > 0
          and exists (select from app.active_product(t.id))
      ) rooms where room > 0),
      (select 0 from app.active_product(t.id)),
      1) end
    from tenants t where t.id = of_tenant
  $$;

-- Existing rows satisfy the narrower constraint that this one replaces.
alter table billing_intents drop constraint billing_intents_kind_check;
alter table billing_intents add constraint billing_intents_kind_check check (kind in
  ('register', 'create_tenant', 'subscribe', 'change_plan', 'buy', 'cancel', 'update_card',
   'free_plan')) not valid;

-- The organization that used the trial: the same card may be added to that trial again.
alter table billing_trials add column for_tenant uuid;
comment on column billing_trials.fingerprint is
  'what has had its trial: a card by the provider''s fingerprint, tenant:<id>, or app.trial_person(email)';

-- safe: one row for each card, and no other transaction waits for them
update billing_trials t set for_tenant = i.for_tenant from billing_intents i where i.id = t.intent_id;

-- Returns the identity of a user for trials: a digest of the mailbox. Addresses that deliver to one mailbox
-- (a tag after `+`, dots at Gmail) count as one user (R-SUB-06).
create function app.trial_person(email text) returns text
  language sql immutable parallel safe
  begin atomic
    select 'person:' || encode(sha256(convert_to(
      case when domain in ('gmail.com', 'googlemail.com')
        then replace(name, '.', '') || '@gmail.com'
        else name || '@' || domain end, 'UTF8')), 'hex')
    from (select regexp_replace(regexp_replace(lower(trim(email)), '@[^@]*$', ''), '(.)\+.*$', '\1')
                   as name,
                 regexp_replace(lower(trim(email)), '^.*@', '') as domain) mailbox;
  end;
revoke all on function app.trial_person(text) from public;
grant execute on function app.trial_person(text) to pregao_app, pregao_runtime;
comment on table billing_trials is
  'across tenants: fingerprints of cards and digests of mailboxes that had a trial';

-- Organizations that had a trial, and their creators.
insert into billing_trials (fingerprint, intent_id, for_tenant)
  select distinct on (key) key, '00000000-0000-0000-0000-000000000000'::uuid, tenant_id
  from (
    select 'tenant:' || tenant_id as key, tenant_id from tenant_products where trial_ends is not null
    union all
    select app.trial_person(u.email), held.tenant_id
    from tenant_products held
    join memberships m on m.tenant_id = held.tenant_id and m.joined = 0
    join users u on u.id = m.user_id
    where held.trial_ends is not null
  ) trials
  order by key, tenant_id
  on conflict do nothing;

-- An unpaid trial does not fix the currency (R-SUB-11).
-- safe: only organizations with a trial and without a payment, each row for a moment
update tenants t set currency = null
  where currency is not null
    and exists (select from tenant_products p where p.tenant_id = t.id and p.trial_ends is not null)
    and not exists (select from mrr_movements m where m.tenant_id = t.id)
    and not exists (select from billing_notices n where n.tenant_id = t.id and n.cause like 'paid:%')
    and not exists (select from tenant_products p where p.tenant_id = t.id and p.service_id like 'in\_%');
