-- Notices of limits that are used up, and announcements that members are notified of.

-- When the limit was used up; null while it is only near.
alter table usage_notices add column reached_at timestamptz;

-- As before (migration 62); a limit that is used up makes its notice due again, once.
create or replace function app.note_usage(of_tenant uuid, key text, during text, used bigint, included bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
begin
  if included >= 5 and used * 5 >= included * 4 then
    insert into usage_notices as n (tenant_id, limit_key, period, included, used, reached_at)
      values (of_tenant, key, during, included, used, case when used >= included then now() end)
      on conflict (tenant_id, limit_key, period, included) do update
        set used = excluded.used, reached_at = excluded.reached_at, mailed_at = null
        where n.reached_at is null and excluded.reached_at is not null;
  end if;
end
$$;

-- Members were notified up to this organization, and of all since `notified_at`. Older announcements are not news.
alter table announcements
  add column notified_to uuid,
  add column notified_at timestamptz default now();
alter table announcements alter column notified_at drop default;
