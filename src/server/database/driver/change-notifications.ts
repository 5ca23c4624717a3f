import type { QueryConfig } from 'pg';

/** Tables whose changes make screens of a tenant refetch, by the topic of the realtime hub. */
const topics: Record<string, string> = {
  memberships: 'members',
  join_links: 'members',
  tenant_products: 'subscription',
  tenants: 'organization',
  tenant_policies: 'organization',
};

/** Tables shown on public pages, which all processes cache. */
const publicTables = new Set([
  'subscription_products',
  'subscription_prices',
  'subscription_features',
  'legal_texts',
]);

const write = /^\s*(?:insert into|update|delete from) "?(\w+)/;

/**
 * Collects the notifications of one transaction from the statements that it sends. They are sent with
 * COMMIT on the transaction's own connection: on a database sharded by tenant, a trigger would notify on
 * the node of the row, where no process listens.
 */
export class ChangeNotifications {
  readonly #tenant: string | undefined;
  readonly #byPayload = new Map<string, QueryConfig>();

  constructor(tenant: string | undefined) {
    this.#tenant = tenant;
  }

  /** Adds the notification of a statement that changed rows, if its table has one. */
  add(sql: string) {
    const table = write.exec(sql)?.[1] ?? '';
    const topic = topics[table];
    if (publicTables.has(table)) this.#notify('pages', '');
    if (topic === undefined || this.#tenant === undefined) return;
    this.#notify('hub', JSON.stringify({ kind: 'changed', topic, tenant: this.#tenant }));
  }

  /** Returns the statements to send right before COMMIT. */
  get statements(): QueryConfig[] {
    return [...this.#byPayload.values()];
  }

  #notify(channel: string, payload: string) {
    const values = [channel, payload];
    this.#byPayload.set(payload, { name: 'notify', text: 'select pg_notify($1, $2)', values });
  }
}
