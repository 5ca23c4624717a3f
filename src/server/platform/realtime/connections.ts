import { setImmediate } from 'node:timers/promises';
import type { TenantId } from '#server/platform/database/database.ts';
import type { Connection } from './connection.ts';

/** Connections that are checked or pinged at a time; messages wait no longer than for these. */
const portion = 100;

/** Connections by a key: that of a user or of a group. */
class ConnectionIndex {
  readonly #sets = new Map<string, Set<Connection>>();

  add(key: string, connection: Connection) {
    const set = this.#sets.get(key) ?? new Set();
    this.#sets.set(key, set.add(connection));
  }

  delete(key: string, connection: Connection) {
    const set = this.#sets.get(key);
    set?.delete(connection);
    if (set?.size === 0) this.#sets.delete(key);
  }

  get(key: string): Connection[] {
    return [...(this.#sets.get(key) ?? [])];
  }
}

/** Open connections of a process, which are found by user and by group without a look at the others. */
export class Connections {
  readonly #all = new Set<Connection>();
  readonly #byUser = new ConnectionIndex();
  readonly #byId = new Map<string, Connection>();
  readonly #byTenant = new ConnectionIndex();

  add(connection: Connection) {
    this.#all.add(connection);
    this.#byUser.add(connection.user.user, connection);
    if (connection.id !== null) this.#byId.set(connection.id, connection);
  }

  /** Removes a connection, also from its groups. */
  remove(connection: Connection) {
    this.#all.delete(connection);
    this.#byUser.delete(connection.user.user, connection);
    if (connection.id !== null) this.#byId.delete(connection.id);
    for (const tenant of connection.groups.keys()) this.leave(connection, tenant);
  }

  /** Makes a connection receive the events of a tenant, unless it was closed meanwhile. */
  join(connection: Connection, tenant: string, id: TenantId) {
    if (!this.#all.has(connection)) return;
    connection.groups.set(tenant, id);
    this.#byTenant.add(tenant, connection);
  }

  leave(connection: Connection, tenant: string) {
    connection.groups.delete(tenant);
    this.#byTenant.delete(tenant, connection);
  }

  count = (): number => this.#all.size;
  ofId = (id: string): Connection | undefined => this.#byId.get(id);
  all = (): Connection[] => [...this.#all];
  ofUser = (user: string): Connection[] => this.#byUser.get(user);
  ofTenant = (tenant: string): Connection[] => this.#byTenant.get(tenant);

  *portions(): Generator<Connection[]> {
    const all = this.all();
    for (let start = 0; start < all.length; start += portion) {
      yield all.slice(start, start + portion);
    }
  }

  /** Pings all, a portion in each iteration of the event loop. */
  async pingAll(): Promise<void> {
    for (const some of this.portions()) {
      const now = performance.now();
      for (const connection of some) connection.pingOrTerminate(now);
      await setImmediate();
    }
  }
}

/** Returns those of the connections that are event streams. */
export const streamsOf = (connections: readonly Connection[]): Connection[] =>
  connections.filter(({ id }) => id !== null);
