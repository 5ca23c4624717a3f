-- Ends an attempt without a response. Frees the key after a refusal. When the outcome is unknown (`unknown`),
-- the key stays bound to the same request, which may be retried immediately.
create or replace function app.free_request(of_attempt uuid, unknown boolean) returns void
  language plpgsql security definer set search_path = app, public, pg_temp
as $$
begin
  if not unknown then
    delete from app.keyed_requests
      where attempt = of_attempt and status is null and not written;
  end if;
  update app.keyed_requests set held_until = now() where attempt = of_attempt and status is null;
end
$$;
