import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import type { Pool } from 'pg';
import {
  nodeStatements,
  readCoordinatorNames,
} from '#server/platform/database/cluster/coordinator-names.ts';
import {
  databaseChannel,
  type DatabaseOperation,
} from '#server/platform/database/driver/tracing.ts';
import { readPlans } from './plans.ts';

/** Statements that the product sent, each with the scopes that it was sent in. */
export type RecordedStatements = Map<string, Set<string>>;

/** Records the statements that the product sends from now on until `stop` is called. */
export function recordStatements(): { sent: RecordedStatements; stop: () => void } {
  const sent: RecordedStatements = new Map();
  const scopes = new AsyncLocalStorage<string>();
  const start = channel<DatabaseOperation, string | undefined>(databaseChannel.start.name);
  const note = (message: unknown) => {
    const action = message as DatabaseOperation;
    if (!('sql' in action)) return;
    const known = sent.get(action.sql) ?? new Set();
    sent.set(action.sql, known.add(scopes.getStore() ?? 'none'));
  };
  start.bindStore(scopes, (action) => ('scope' in action ? action.scope : scopes.getStore()));
  databaseChannel.start.subscribe(note);
  const stop = () => {
    start.unbindStore(scopes);
    databaseChannel.start.unsubscribe(note);
  };
  return { sent, stop };
}

/**
 * Returns the statements that a database sharded by tenant could not run on one node, and the tables that
 * all of them use. Operators may query all tenants. A person may query all of their organizations, each on
 * its node. Tables that stay on the coordinator are not joined with tenants' tables or used by a statement that may
 * run on any node.
 */
export async function findCrossTenantQueries(sent: RecordedStatements, owner: Pool) {
  const strays: string[] = [];
  const plans = await readPlans([...sent.keys()], owner);
  const isForNodes = nodeStatements(await readCoordinatorNames(owner));
  for (const [sql, { reach, isMixed, needsCoordinator }] of plans) {
    if (needsCoordinator && isForNodes(sql)) strays.push(`on a node: ${sql}`);
    const isSent = (scope: string) =>
      scope === 'operator' ||
      (!isMixed && (reach === 'one' || (reach === 'each' && scope === 'person')));
    const scopes = [...(sent.get(sql) ?? [])].filter((scope) => !isSent(scope));
    strays.push(...scopes.map((scope) => `${scope}: ${sql}`));
  }
  const tables = new Set([...plans.values()].flatMap((plan) => plan.tables));
  return { strays, tables };
}
