import { AsyncLocalStorage } from 'node:async_hooks';
import { Pool } from 'pg';
import { afterEach } from 'vitest';
import {
  type DatabaseOperation,
  databaseChannel,
} from '#server/platform/database/driver/tracing.ts';

/**
 * Fails every test in which work that holds a connection waits for a second one. A few such calls at a
 * time take all connections of the pool and wait for each other: a deadlock that blocks all requests.
 * Loaded before each test file (`vitest.config.ts`).
 */
type Scope = {
  outer: Scope | undefined;
  connections: number;
  isOver: boolean;
};

type Connect = (this: Pool, ...given: unknown[]) => unknown;
/** Type of `bindStore` with a store that differs from the message, which Node's types don't allow. */
type Bind = (
  scopes: AsyncLocalStorage<Scope | undefined>,
  of: (action: DatabaseOperation) => Scope | undefined,
) => void;
type ConnectionWatch = { found: string[] };

const key = Symbol.for('pregao.test.one-connection');
const kept = globalThis as unknown as Record<symbol, ConnectionWatch | undefined>;
const { found } = (kept[key] ??= watch());

function watch(): ConnectionWatch {
  const scopes = new AsyncLocalStorage<Scope | undefined>();
  const known = new WeakMap<DatabaseOperation, Scope>();
  const violations: string[] = [];
  const bind = databaseChannel.start.bindStore.bind(databaseChannel.start) as unknown as Bind;
  bind(scopes, (action) => {
    const outer = scopes.getStore();
    if (!('scope' in action)) return outer;
    const scope = { outer, connections: 0, isOver: false };
    known.set(action, scope);
    return scope;
  });
  const end = (action: DatabaseOperation) => {
    const scope = known.get(action);
    if (scope) scope.isOver = true;
  };
  databaseChannel.subscribe({ asyncEnd: end, error: end });
  const prototype = Pool.prototype as unknown as { connect: Connect };
  const { connect } = prototype;
  prototype.connect = function watched(...given) {
    const scope = scopes.getStore();
    if (scope && !scope.isOver) {
      scope.connections += 1;
      if (scope.connections > 1 || isHolding(scope.outer)) violations.push(caller());
    }
    return connect.apply(this, given);
  };
  return { found: violations };
}

const isHolding = (scope: Scope | undefined): boolean =>
  scope !== undefined && ((!scope.isOver && scope.connections > 0) || isHolding(scope.outer));

/** Returns the stack frames of the product that led here. */
const caller = () =>
  (new Error('second connection').stack ?? '')
    .split('\n')
    .filter((line) => line.includes('/src/') && !line.includes('test/one-connection'))
    .slice(0, 8)
    .join('\n');

/** Returns the violations found since the last call; they then fail no test. */
export const secondConnections = (): string[] => found.splice(0);

afterEach(() => {
  const calls = secondConnections();
  if (calls.length === 0) return;
  throw new Error(`Connection requested while holding another:\n${calls.join('\n\n')}`);
});
