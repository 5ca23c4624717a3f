-- Marks the keyed request of this transaction as written, before its COMMIT, so that both commit or neither
-- does. Refuses an attempt that another has superseded. A statement of the transaction instead of a trigger of
-- the log, because the log of an organization is on its node and the keys are on the coordinator
-- (docs/scaling.md). The trigger marks_request stays for the previous release; distributing the tables drops it.
create function app.mark_written(mine uuid) returns void
  language plpgsql security definer set search_path = app, pg_temp
as $$
begin
  update app.keyed_requests set written = true where attempt = mine and not written;
  if not found and not exists (select 1 from app.keyed_requests where attempt = mine) then
    perform app.refuse('request.inProgress');
  end if;
end
$$;
revoke all on function app.mark_written(uuid) from public;
grant execute on function app.mark_written(uuid) to pregao_runtime, pregao_operator;
