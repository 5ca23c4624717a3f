import type { ClientBase, Pool } from 'pg';
import { createDatabase, type Database } from '#server/platform/database/database.ts';
import type { Logins } from '#server/platform/database/lifecycle/logins.ts';
import { migrate } from '#server/platform/database/lifecycle/migrate.ts';
import { readCoordinatorNames } from './coordinator-names.ts';
import { distributeTables, isDistributed } from './distribute.ts';
import { createClusterFunctions } from './functions.ts';
import { NodePools, type NodePoolOptions } from './node-pools.ts';
import { nodeReader } from './node-reads.ts';
import { clusterScopes } from './scopes.ts';
import { withWrites } from './writes.ts';

/** Creates the scopes of a distributed database over the pools of the coordinator. */
type CreateClusterDatabase = (
  pools: Record<keyof Logins, Pool>,
  nodes: NodePoolOptions,
) => Database;

/** Applies the pending migrations; a distributed database then has the functions of a cluster again. */
export const migrateCluster = (client: ClientBase, from?: string): Promise<string[]> =>
  migrate(client, {
    ...(from !== undefined && { from }),
    complete: async () => {
      if (await isDistributed(client)) await createClusterFunctions(client);
    },
  });

/**
 * Migrates a database and, on a coordinator of Citus, distributes its tables. Returns what the product uses there in
 * place of `createDatabase`; null on one machine. Call it within `withSchemaLock`.
 */
export async function prepareTables(
  client: ClientBase,
  report: (message: string) => void,
): Promise<CreateClusterDatabase | null> {
  await migrateCluster(client);
  if (!(await distributeTables(client, report))) return null;
  const coordinatorNames = await readCoordinatorNames(client);
  return (pools, options) => {
    const database = createDatabase(pools, clusterScopes);
    const nodes = new NodePools(pools.runtime, options);
    const tenantReadAs = nodeReader(database.tenantReadAs, { nodes, coordinatorNames });
    return { ...withWrites(database), tenantReadAs };
  };
}
