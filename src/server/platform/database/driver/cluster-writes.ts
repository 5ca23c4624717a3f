import type { Pool, QueryConfig } from 'pg';
import { currentActor } from '#server/platform/database/actor-context.ts';
import { isDistributedPool } from './pools.ts';

/** Tables whose changes make screens of a tenant refetch, by the topic of the realtime hub. */
const topics: Record<string, string> = {
  memberships: 'members',
  join_links: 'members',
  tenant_products: 'subscription',
  tenants: 'organization',
  tenant_policies: 'organization',
};

/** Tables of which every node has a copy, shown on public pages, which all processes cache. */
const publicTables = new Set([
  'subscription_products',
  'subscription_prices',
  'subscription_features',
]);

/** Tables without a record in the log, and billing operations, which track their own steps. */
const unmarked = new Set([
  'billing_operations',
  'billing_notifications',
  'billing_reconciliations',
  'billing_trials',
  'emails',
  'provider_events',
  'saml_keys',
  'sso_events',
  'sso_requests',
  'sso_sessions',
  'tenant_names',
  'usage_notices',
]);

const write = /^\s*(?:insert into|update|delete from) "?(\w+)/;

/** Functions of the database that change records of the audit log. */
const writers =
  /^\s*select app\.(?:add_entry|add_operator_entry|audit|change_email|claim_registered|end_grants|end_sso_access|delete_invitation|invited_account|delete_own_account|delete_own_tenant)\(/;

/**
 * Derives what a transaction wrote from the beginnings of its statements, in a cluster only: there the triggers
 * `notifies_change` and `marks_request` would run on the node of the row, where no process listens and no keyed
 * request is. Sent with COMMIT.
 */
export class ClusterWrites {
  readonly #tenant: string | undefined;
  readonly #attempt = currentActor()?.attempt;
  readonly #byPayload = new Map<string, QueryConfig>();
  #isMarkDue = false;

  constructor(tenant: string | undefined) {
    this.#tenant = tenant;
  }

  /** Returns the writes of a new transaction; undefined outside of a cluster, where triggers do the work. */
  static of(pool: Pool, tenant: string | undefined): ClusterWrites | undefined {
    return isDistributedPool(pool) ? new ClusterWrites(tenant) : undefined;
  }

  /** Notes a statement that changed rows. */
  add(sql: string): void {
    const table = write.exec(sql)?.[1] ?? '';
    const topic = topics[table];
    if (publicTables.has(table)) this.#notify('pages', '');
    if (topic !== undefined && this.#tenant !== undefined) {
      this.#notify('hub', JSON.stringify({ kind: 'changed', topic, tenant: this.#tenant }));
    }
    this.#isMarkDue ||= table === '' ? writers.test(sql) : !unmarked.has(table);
  }

  /** Returns the statements to send right before COMMIT. */
  get statements(): QueryConfig[] {
    const notifications = [...this.#byPayload.values()];
    if (this.#attempt === undefined || !this.#isMarkDue) return notifications;
    const text = 'select app.mark_written($1)';
    return [...notifications, { name: 'mark_written', text, values: [this.#attempt] }];
  }

  #notify(channel: string, payload: string) {
    const values = [channel, payload];
    this.#byPayload.set(payload, { name: 'notify', text: 'select pg_notify($1, $2)', values });
  }
}
