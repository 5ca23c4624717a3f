import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { statementsIn } from '#server/platform/database/lifecycle/statements.ts';
import { root } from '#server/platform/root.ts';

const file = join(root, 'migrations/cluster/functions.sql');

/** Creates the functions of a cluster, in the transaction of the caller. Idempotent. */
export async function createClusterFunctions(client: ClientBase): Promise<void> {
  // Lets functions change after tables. A server without Citus ignores it.
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
  for (const statement of statementsIn(readFileSync(file, 'utf8'))) await client.query(statement);
}
