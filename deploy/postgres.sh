#!/bin/sh
# Lets PgBouncer, and nobody else, ask what a login proves itself with.
set -e
psql -v ON_ERROR_STOP=1 -v password="$PGBOUNCER_PASSWORD" \
  --username "$POSTGRES_USER" --dbname "$POSTGRES_USER" <<'SQL'
create role pgbouncer login password :'password';
create schema pgbouncer;
create function pgbouncer.secret_of(login text, out name text, out secret text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  as 'select rolname::text, rolpassword from pg_authid where rolname = login and rolcanlogin';
revoke all on function pgbouncer.secret_of from public;
grant usage on schema pgbouncer to pgbouncer;
grant execute on function pgbouncer.secret_of to pgbouncer;
SQL
# Workers of Citus, which are alone in this network, query the coordinator as every role.
sed -i '1i host all all 172.30.1.0/24 trust' "$PGDATA/pg_hba.conf"
