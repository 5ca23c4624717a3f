import type { Pool } from 'pg';
import { beginRead } from './driver/begin.ts';
import { NotConnected } from './driver/errors.ts';
import type { NodePools } from './driver/node-pools.ts';
import { traceOperation } from './driver/tracing.ts';
import { autocommit, runPipeline } from './driver/transaction.ts';
import { nodeStatements } from './isolation/coordinator-names.ts';
import type { Compilable } from './query.ts';

/** Statement that returns a row about a caller and opens the scope of a tenant for its members. */
export type EnterQuery<C> = {
  /** The same in two steps, for nodes of a cluster, which have no accounts. */
  readonly inSteps?: {
    /** Returns the session, its user and the shard of the tenant; runs on the coordinator. */
    find(tenant: string): Compilable<{ user_id: string; shard: number; is_restricted: boolean }>;
    /** Returns the rights of the user of a session that was found; runs on the node that reads. */
    open(user: string, tenant: string): Compilable<object>;
  };
} & Compilable<C>;

/** Rights of a user in an organization, as its node knows them: unknown if the organization has policies. */
type NodeRights = {
  has_policies?: boolean;
};

/** Dependencies of reads on the nodes of a cluster. */
export type NodeReadOptions = {
  nodes: NodePools;
  /** Names of what only the coordinator has. */
  coordinatorNames: Set<string>;
};

type Answer<C, R> = { caller: C | undefined; rows: R[] };

/** Reads for a caller who is not authorized yet. */
export type ReadAs = <C, R>(
  tenant: string,
  enter: EnterQuery<C>,
  query: Compilable<R>,
) => Promise<Answer<C, R>>;

/** Reads on the node of a tenant; undefined when the coordinator has to. */
export type ReadOnNode = <C, R>(
  ...reading: [tenant: string, enter: EnterQuery<C>, query: Compilable<R>]
) => Promise<Answer<C, R> | undefined>;

/** Reads in one transaction and one round trip. */
const readIn = (pool: Pool, tenant: string, queries: Compilable<unknown>[]) =>
  traceOperation({ scope: 'tenant' }, () =>
    runPipeline(pool, { opening: [beginRead], tenant }, queries),
  );

/** Returns the function that reads in one transaction of this pool, or on nodes where it can. */
export function callerReader(runtime: Pool, readOnNode?: ReadOnNode | null): ReadAs {
  const readHere: ReadAs = async <C, R>(
    tenant: string,
    enter: Compilable<C>,
    query: Compilable<R>,
  ) => {
    const [callers, rows] = await readIn(runtime, tenant, [enter, query]);
    return { caller: callers?.[0] as C | undefined, rows: rows as R[] };
  };
  if (!readOnNode) return readHere;
  return async (...reading) => (await readOnNode(...reading)) ?? readHere(...reading);
}

/**
 * Returns the function that reads in a distributed database in two steps (decision 56): the coordinator finds the
 * user of the session, and the node of the tenant checks that this user is a member, in the transaction that reads.
 */
export function nodeReader({ nodes, coordinatorNames }: NodeReadOptions): ReadOnNode {
  const isForNodes = nodeStatements(coordinatorNames);
  return async <C, R>(tenant: string, { inSteps }: EnterQuery<C>, query: Compilable<R>) => {
    const compiled = query.compile();
    if (!inSteps || !isForNodes(compiled.sql) || !(await nodes.exist())) return undefined;
    const [found] = await traceOperation({ scope: 'none' }, () =>
      autocommit(nodes.coordinator, inSteps.find(tenant)),
    );
    if (!found) return { caller: undefined, rows: [] };
    const { shard, is_restricted: isRestricted, ...session } = found;
    // Only the coordinator knows how a session was opened, which the policies of an organization are compared with.
    if (isRestricted) return undefined;
    const pool = await nodes.poolOf(shard);
    if (!pool) return undefined;
    const open = inSteps.open(session.user_id, tenant);
    const sent = { ...query, compile: () => compiled };
    try {
      const [members, rows] = await readIn(pool, tenant, [open, sent]);
      const { has_policies: hasPolicies, ...rights } = { ...(members?.[0] as NodeRights) };
      if (hasPolicies) return undefined;
      return { caller: { ...session, ...rights } as C, rows: rows as R[] };
    } catch (error) {
      if (error instanceof NotConnected && nodes.avoid(shard)) return undefined;
      throw error;
    }
  };
}
