#!/bin/sh
# Makes the database of $PGHOST the coordinator of a Citus, and adds the nodes that are given. May be repeated.
set -e
psql -v ON_ERROR_STOP=1 -c 'create extension if not exists citus' \
  -c "select citus_set_coordinator_host('$PGHOST')"
for node in "$@"; do
  psql -h "$node" -v ON_ERROR_STOP=1 -c 'create extension if not exists citus'
  psql -v ON_ERROR_STOP=1 -c "select citus_add_node('$node', 5432)"
done
