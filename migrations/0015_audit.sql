-- The audit log: who changed what, on whose behalf, from what to what. Triggers write it, in the
-- transaction of the change: what is not written down has not happened.

-- Who acts in this transaction, as its scope was told: `user`, `impersonator`, `request`.
create function app.acting(part text) returns text
  language sql stable
  return nullif(current_setting('app.acting', true), '')::jsonb ->> part;
revoke all on function app.acting(text) from public;
grant execute on function app.acting(text) to pregao_app, pregao_operator;

-- Ids alone, no names: whoever deletes their account is a number here, and nothing hangs from it.
-- Nothing is referred to, so an organization's log stays with the operator when it is gone.
create table audit_log (
  -- whose log it is in; all zeros: the operator's alone
  tenant_id uuid not null,
  id uuid not null default app.uuid7(),
  at timestamptz not null default clock_timestamp(),
  -- null: nobody was signed in, or the product acted by itself
  actor_id uuid,
  -- the operator who acted as the actor
  impersonator_id uuid,
  -- `member.changed`: a noun, and what happened to it
  action text not null,
  -- the row
  target_id uuid,
  -- the person it is about
  person_id uuid,
  before jsonb,
  after jsonb,
  request_id text,
  primary key (tenant_id, id)
);
-- The operator reads everybody's, newest first.
create index audit_log_id_idx on audit_log (id);
call app.protect_tenant_table('audit_log');
revoke insert, update, delete on audit_log from pregao_app, pregao_operator;

create function app.keep_the_log() returns trigger
  language plpgsql
  as $$ begin raise exception 'The audit log is only added to' using errcode = '42501'; end $$;
revoke all on function app.keep_the_log() from public;
create trigger keeps_the_log before update or delete or truncate on audit_log
  for each statement execute function app.keep_the_log();

-- The one way into the log. A tenant that is null: the operator's own part.
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

-- Writes down a change of a row. The trigger's arguments: the noun, and the columns to tell; of one
-- that begins with * only that it changed, never what it holds.
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
  -- What goes because its organization goes is told by the organization's own row.
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

-- One column as the log shows it; nothing of a column that the row does not have.
create function app.told(column_name text, value jsonb) returns jsonb
  language sql immutable
  return case
    when value is null then '{}'
    when column_name not like '*%' or value = 'null' then jsonb_build_object(ltrim(column_name, '*'), value)
    else jsonb_build_object(ltrim(column_name, '*'), '•••')
  end;
revoke all on function app.told(text, jsonb) from public;

-- Puts a table into the log: `call app.audited('invoices', 'invoice', 'number', 'total')`. Names the
-- noun and the columns that are told; a test asks every column and table for its place.
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

-- Why an operator acts as somebody.
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

-- A sign-in begins a session, its end is told; that expired ones are swept is not.
create trigger audits after insert or update on sessions for each row execute function
  app.audit_row('session', 'impersonator_id', 'reason', 'expires_at', 'revoked_at');
-- Mailed tokens: asked for, and used. Newer ones replace them without a word.
create trigger audits after insert or update on tokens for each row execute function
  app.audit_row('token', 'purpose', 'expires_at', 'used_at');

-- Nobody was signed in: whoever registers, shows a mailed token, signs in or comes in by a link is
-- from here on the one who acts.
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

-- An operator who acts as somebody stands in the log of every organization of that person.
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

-- Who owns an organization is decided by its people themselves, not by an operator in their place.
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

-- The operator's lists: 50,000 people, 10,000 organizations, found by the beginnings of their words.
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
-- A membership by its id, whatever the organization.
create index memberships_id_idx on memberships (id);

-- A product of ours is one product there.
create unique index subscription_products_service_id_key on subscription_products (service_id)
  where service_id <> '';

-- What `/pricing` is made of changed: every process forgets the pages it keeps.
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
