-- The audit log: actor, impersonator, action, and values before and after (R-SEC-13). Triggers write it in
-- the transaction of the change, so that neither is committed without the other.

-- Returns a part of the transaction's actor: `user`, `impersonator` or `request`.
create function app.acting(part text) returns text
  language sql stable
  return nullif(current_setting('app.acting', true), '')::jsonb ->> part;
revoke all on function app.acting(text) from public;
grant execute on function app.acting(text) to pregao_app, pregao_operator;

-- Contains ids and no names, so that the entries of a deleted account do not identify a person. Without
-- foreign keys, so that the operator keeps the log of a deleted organization.
create table audit_log (
  -- the organization whose log has the entry; all zeros: visible to the operator only
  tenant_id uuid not null,
  id uuid not null default app.uuid7(),
  at timestamptz not null default clock_timestamp(),
  -- null: without a signed-in user, or by the system
  actor_id uuid,
  -- the operator who impersonated the actor
  impersonator_id uuid,
  -- noun and verb, such as `member.changed`
  action text not null,
  -- id of the changed row
  target_id uuid,
  -- the user that the entry is about
  person_id uuid,
  before jsonb,
  after jsonb,
  request_id text,
  primary key (tenant_id, id)
);
-- For the operator's list of all logs, newest first.
create index audit_log_id_idx on audit_log (id);
call app.protect_tenant_table('audit_log');
revoke insert, update, delete on audit_log from pregao_app, pregao_operator;

create function app.keep_the_log() returns trigger
  language plpgsql
  as $$ begin raise exception 'The audit log is only added to' using errcode = '42501'; end $$;
revoke all on function app.keep_the_log() from public;
create trigger keeps_the_log before update or delete or truncate on audit_log
  for each statement execute function app.keep_the_log();

-- Adds an entry to the log; there is no other way. A null tenant: visible to the operator only.
create function app.audit(
  action text,
  of_tenant uuid default null,
  person uuid default null,
  target uuid default null,
  before jsonb default null,
  after jsonb default null
) returns void
  language sql security definer set search_path = public, pg_temp
  as $$
    insert into audit_log (tenant_id, actor_id, impersonator_id, action, target_id, person_id,
                           before, after, request_id)
    values (coalesce(of_tenant, '00000000-0000-0000-0000-000000000000'),
            app.acting('user')::uuid, app.acting('impersonator')::uuid,
            action, target, person, before, after, app.acting('request'))
  $$;
revoke all on function app.audit(text, uuid, uuid, uuid, jsonb, jsonb) from public;
grant execute on function app.audit(text, uuid, uuid, uuid, jsonb, jsonb)
  to pregao_app, pregao_operator;

-- Records a change of a row. Arguments of the trigger: the noun, then the columns to record; a column with
-- the prefix * is recorded as changed, without its values.
create function app.audit_row() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
  this jsonb := case when tg_op = 'DELETE' then old_row else new_row end;
  of_tenant uuid := coalesce(
    this ->> 'tenant_id', this ->> 'for_tenant', this ->> 'invited_to', case tg_table_name when 'tenants' then this ->> 'id' end
  );
  told text;
  name text;
  before jsonb := '{}';
  after jsonb := '{}';
begin
  -- Rows that are deleted by the cascade from an organization are covered by the organization's entry.
  if tg_op = 'DELETE' and tg_table_name <> 'tenants' and of_tenant is not null
    and not exists (select from tenants where id = of_tenant)
  then
    return null;
  end if;
  foreach told in array tg_argv[1:] loop
    name := ltrim(told, '*');
    continue when old_row -> name is not distinct from new_row -> name;
    before := before || app.told(told, old_row -> name);
    after := after || app.told(told, new_row -> name);
  end loop;
  if tg_op <> 'UPDATE' or after <> '{}' then
    perform app.audit(
      tg_argv[0] || case tg_op when 'INSERT' then '.created' when 'UPDATE' then '.changed'
        else '.removed' end,
      of_tenant,
      coalesce(this ->> 'user_id', case tg_table_name when 'users' then this ->> 'id' end)::uuid,
      (this ->> 'id')::uuid,
      case when tg_op <> 'INSERT' then before end,
      case when tg_op <> 'DELETE' then after end
    );
  end if;
  return null;
end
$$;
revoke all on function app.audit_row() from public;

-- Returns a column as the log stores it; an empty object when the row has no such column.
create function app.told(column_name text, value jsonb) returns jsonb
  language sql immutable
  return case
    when value is null then '{}'
    when column_name not like '*%' or value = 'null' then jsonb_build_object(ltrim(column_name, '*'), value)
    else jsonb_build_object(ltrim(column_name, '*'), '•••')
  end;
revoke all on function app.told(text, jsonb) from public;

-- Adds a table to the audit log: `call app.audited('invoices', 'invoice', 'number', 'total')`, with the noun
-- and the recorded columns. A test checks that every table and column is either recorded or exempt.
create procedure app.audited(relation regclass, noun text, variadic columns text[])
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  execute format(
    'create trigger audits after insert or update or delete on %s
       for each row execute function app.audit_row(%s)',
    relation,
    (select string_agg(quote_literal(word), ', ') from unnest(array_prepend(noun, columns)) as word)
  );
end
$$;
revoke all on procedure app.audited(regclass, text, text[]) from public;

-- Reason that the operator gives for an impersonation (R-SEC-08).
alter table sessions add column reason text;

call app.audited('users', 'user', 'type', 'login_type', 'active', 'locale', 'default_tenant_id',
  'verified_at', 'may_sign_in_unverified', '*email', '*first_name', '*last_name', '*phone',
  '*avatar', '*password_hash', '*google_sub');
call app.audited('tenants', 'tenant', 'name', 'subdomain', 'domain', 'icon', 'logo',
  'logo_darkmode', 'app_theme', 'app_color', 'currency', '*customer_id');
call app.audited('memberships', 'member', 'role', 'status', 'joined', '*first_name',
  '*last_name', '*phone');
call app.audited('join_links', 'joinLink', 'active', 'public_url', 'require_acceptance', '*token');
call app.audited('tenant_products', 'tenantProduct', 'subscription_price_id', 'status',
  'trial_ends', 'grace_ends', 'start_date', 'end_date', 'cancelled_at', '*service_id');
call app.audited('billing_intents', 'payment', 'kind', 'subscription_price_id', 'state',
  '*customer_id', '*service_id');
call app.audited('transactions', 'transaction', 'description', 'quantity', 'price', 'date',
  'category', 'image');
call app.audited('subscription_products', 'product', 'service_id', 'tier', 'title', 'description',
  'badge', 'active', 'image', 'max_users');
call app.audited('subscription_prices', 'price', 'service_id', 'subscription_product_id', 'type',
  'billing_period', 'price', 'price_before', 'currency', 'trial_days', 'active');
call app.audited('subscription_features', 'feature', 'subscription_product_id', 'order', 'key',
  'value', 'translate_in_frontend', 'included');

-- Records the start and the revocation of sessions; not the deletion of expired ones.
create trigger audits after insert or update on sessions for each row execute function
  app.audit_row('session', 'impersonator_id', 'reason', 'expires_at', 'revoked_at');
-- Records the request and the use of mailed tokens; not their replacement by newer ones.
create trigger audits after insert or update on tokens for each row execute function
  app.audit_row('token', 'purpose', 'expires_at', 'used_at');

-- Sets the actor of a transaction without a signed-in user: the user who registers, uses a mailed token,
-- signs in or joins through a link.
create function app.introduce() returns trigger
  language plpgsql
as $$
begin
  perform set_config(
    'app.acting',
    (coalesce(nullif(current_setting('app.acting', true), '')::jsonb, '{}')
      || jsonb_build_object('user', to_jsonb(new) -> tg_argv[0]))::text,
    true
  );
  return new;
end
$$;
revoke all on function app.introduce() from public;
create trigger introduces before insert on users
  for each row when (app.acting('user') is null) execute function app.introduce('id');
create trigger introduces before update of used_at on tokens
  for each row when (app.acting('user') is null) execute function app.introduce('user_id');
create trigger introduces before insert on sessions
  for each row when (app.acting('user') is null) execute function app.introduce('user_id');
create trigger introduces before insert on memberships
  for each row when (app.acting('user') is null) execute function app.introduce('user_id');

-- Records an impersonation in the log of each organization of the impersonated user.
create function app.audit_impersonation() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform app.audit(
      tg_argv[0], tenant_id, new.user_id, new.id, null,
      jsonb_build_object('impersonator_id', new.impersonator_id, 'reason', new.reason,
                         'expires_at', new.expires_at))
    from memberships where user_id = new.user_id and status = 2;
  return null;
end
$$;
revoke all on function app.audit_impersonation() from public;
create trigger audits_impersonation after insert on sessions
  for each row when (new.impersonator_id is not null)
  execute function app.audit_impersonation('impersonation.started');
create trigger audits_end_of_impersonation after update of revoked_at on sessions
  for each row when (new.impersonator_id is not null and old.revoked_at is null
    and new.revoked_at is not null)
  execute function app.audit_impersonation('impersonation.ended');

-- Prevents an operator who impersonates a user from changing the owners of an organization.
create function app.own_in_person() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if (tg_op <> 'INSERT' and old.role = 0) <> (tg_op <> 'DELETE' and new.role = 0) then
    perform app.refuse('access.impersonating');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
revoke all on function app.own_in_person() from public;
create trigger owns_in_person before insert or update or delete on memberships
  for each row when (app.acting('impersonator') is not null)
  execute function app.own_in_person();

-- Word prefixes for the operator's search in 50,000 users and 10,000 organizations.
create function app.words(value text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('simple'::regconfig, translate(value, '@.-_+/', '      '));
revoke all on function app.words(text) from public;
grant execute on function app.words(text) to pregao_app, pregao_operator;

create index tenants_words_idx on tenants
  using gin (app.words(name || ' ' || subdomain || ' ' || domain));
create index users_words_idx on users
  using gin (app.words(email || ' ' || first_name || ' ' || last_name));
create index users_name_idx on users ((lower(first_name || ' ' || last_name)), id);
-- Finds a membership by its id in all organizations.
create index memberships_id_idx on memberships (id);

-- One of our products corresponds to one product of the provider.
create unique index subscription_products_service_id_key on subscription_products (service_id)
  where service_id <> '';

-- Notifies all processes that the catalog changed, so that they drop their cached pages.
create function app.tell_of_catalogue() returns trigger
  language plpgsql
  as $$ begin perform pg_notify('catalogue', ''); return null; end $$;
revoke all on function app.tell_of_catalogue() from public;
create trigger tells_of_catalogue after insert or update or delete on subscription_products
  for each statement execute function app.tell_of_catalogue();
create trigger tells_of_catalogue after insert or update or delete on subscription_prices
  for each statement execute function app.tell_of_catalogue();
create trigger tells_of_catalogue after insert or update or delete on subscription_features
  for each statement execute function app.tell_of_catalogue();
