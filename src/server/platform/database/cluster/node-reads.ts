import { readIn, type Database } from '#server/platform/database/database.ts';
import { compileOnce } from '#server/platform/database/driver/compiled-query.ts';
import { NotConnected } from '#server/platform/database/driver/errors.ts';
import { traceOperation } from '#server/platform/database/driver/tracing.ts';
import { autocommit } from '#server/platform/database/driver/transaction.ts';
import { db, sql, type Compilable } from '#server/platform/database/query.ts';
import { nodeStatements } from './coordinator-names.ts';
import type { NodePools } from './node-pools.ts';

/** Session that was found on the coordinator, and the shard of the tenant. */
type FoundSession = { user_id: string; shard: number; is_restricted: boolean };

const find = compileOnce(
  ({ hash, tenant }: { hash: unknown; tenant: string }) =>
    sql<FoundSession>`
      select *, get_shard_id_for_distribution_column('public.tenants', ${tenant}::uuid) as shard
      from app.find_session(${hash})`,
);

const open = compileOnce(
  ({ user, tenant }: { user: string; tenant: string }) =>
    sql<NodeRights>`select * from app.authorize_node_read(${user}::uuid, ${tenant}::uuid)`,
);

/** Statement by which one machine authorizes a read; its first value is the hash of the session's token. */
const authorizes = /^select \* from app\.authorize\(\$1,/;

/** Rights of a user in an organization, as its node knows them: unknown if the organization has policies. */
type NodeRights = {
  has_policies?: boolean;
};

/** Dependencies of reads on the nodes of a cluster. */
type NodeReadOptions = {
  nodes: NodePools;
  /** Names of what only the coordinator has. */
  coordinatorNames: Set<string>;
};

type ReadAs = Database['tenantReadAs'];

/**
 * Returns the function that reads for a caller who is not authorized yet, in two steps (decision 56): the coordinator
 * finds the user of the session, and the node of the tenant checks that this user is a member, in the transaction that
 * reads. Where that is not possible, the coordinator reads by itself.
 */
export function nodeReader(readHere: ReadAs, { nodes, coordinatorNames }: NodeReadOptions): ReadAs {
  const isForNodes = nodeStatements(coordinatorNames);
  return async <C, R>(tenant: string, enter: Compilable<C>, query: Compilable<R>) => {
    const compiled = query.compile(db);
    const sent = { ...query, compile: () => compiled };
    const onCoordinator = () => readHere(tenant, enter, sent);
    const entering = enter.compile(db);
    if (!authorizes.test(entering.sql) || !isForNodes(compiled.sql) || !(await nodes.exist()))
      return onCoordinator();
    const [found] = await traceOperation({ scope: 'none' }, () =>
      autocommit(nodes.coordinator, find({ hash: entering.parameters[0], tenant })),
    );
    if (!found) return { caller: undefined, rows: [] };
    const { shard, is_restricted: isRestricted, ...session } = found;
    // Only the coordinator knows how a session was opened, which the policies of an organization are compared with.
    if (isRestricted) return onCoordinator();
    const pool = await nodes.poolOf(shard);
    if (!pool) return onCoordinator();
    try {
      const [members, rows] = await readIn(pool, tenant, [
        open({ user: session.user_id, tenant }),
        sent,
      ]);
      const { has_policies: hasPolicies, ...rights } = { ...(members?.[0] as NodeRights) };
      if (hasPolicies) return await onCoordinator();
      return { caller: { ...session, ...rights } as C, rows: rows as R[] };
    } catch (error) {
      if (error instanceof NotConnected && nodes.avoid(shard)) return onCoordinator();
      throw error;
    }
  };
}
