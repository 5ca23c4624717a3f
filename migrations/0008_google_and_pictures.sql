-- The user's id at Google, which stays the same when the address changes.
alter table users add column google_sub text;
create unique index users_google_sub_key on users (google_sub);

-- Address of a stored picture, or empty. A stored picture is deleted when no column of this type refers to
-- it.
create domain app.picture as text
  check (value = '' or value ~ '^/files/[0-9a-f]{32}\.(png|webp)$');

-- Before this migration no pictures were stored, so existing values refer to nothing.
update users set avatar = '' where avatar <> '';
update tenants set icon = '', logo = '', logo_darkmode = ''
  where (icon, logo, logo_darkmode) <> ('', '', '');
update subscription_products set image = '' where image <> '';
update transactions set image = null where image is not null;

alter table users alter column avatar type app.picture;
alter table tenants
  alter column icon type app.picture,
  alter column logo type app.picture,
  alter column logo_darkmode type app.picture;
alter table subscription_products alter column image type app.picture;
alter table transactions alter column image type app.picture;

-- Returns those of the names to which no column of the type app.picture refers.
create function app.unused_pictures(names text[]) returns setof text
  language plpgsql stable set search_path = public, pg_temp
as $$
declare
  place record;
begin
  for place in
    select attrelid::regclass as relation, attname as name
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where atttypid = 'app.picture'::regtype and not attisdropped and relkind in ('r', 'p')
  loop
    execute format(
      'select array(
         select asked.name from unnest($1) as asked (name)
         where not exists (select from %s as place where place.%I = ''/files/'' || asked.name))',
      place.relation,
      place.name
    ) into names using names;
  end loop;
  return query select unnest(names);
end
$$;
revoke execute on function app.unused_pictures from public;
