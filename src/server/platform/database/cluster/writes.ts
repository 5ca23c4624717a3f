import { currentActor } from '#server/platform/database/actor-context.ts';
import type {
  Database,
  DbTransaction,
  RowsOfQueries,
  TenantId,
  TransactionWork,
} from '#server/platform/database/database.ts';
import { db, sql, type Compilable } from '#server/platform/database/query.ts';

/** Tables whose changes make screens of a tenant refetch, by the topic of the realtime hub. */
const topics: Record<string, string> = {
  memberships: 'members',
  join_links: 'members',
  tenant_products: 'subscription',
  tenants: 'organization',
  tenant_policies: 'organization',
  comments: 'comments',
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
  /^\s*select app\.(?:add_entry|add_operator_entry|audit|change_email|claim_registered|end_grants|delete_invitation|invited_account|delete_own_account|delete_own_tenant)\(/;

/**
 * Derives what a transaction wrote from the beginnings of its statements, in a cluster only: there the triggers
 * `notifies_change` and `marks_request` would run on the node of the row, where no process listens and no keyed
 * request is.
 */
export class ClusterWrites {
  readonly #tenant: string | undefined;
  readonly #attempt = currentActor()?.attempt;
  readonly #byPayload = new Map<string, Compilable<unknown>>();
  #isMarkDue = false;

  constructor(tenant: string | undefined) {
    this.#tenant = tenant;
  }

  /** Notes a statement that changed rows. */
  add(text: string): void {
    const table = write.exec(text)?.[1] ?? '';
    const topic = topics[table];
    if (publicTables.has(table)) this.#notify('pages', '');
    if (topic !== undefined && this.#tenant !== undefined) {
      this.#notify('hub', JSON.stringify({ kind: 'changed', topic, tenant: this.#tenant }));
    }
    this.#isMarkDue ||= table === '' ? writers.test(text) : !unmarked.has(table);
  }

  /** Returns the statements to send right before COMMIT. */
  get statements(): Compilable<unknown>[] {
    const notifications = [...this.#byPayload.values()];
    if (this.#attempt === undefined || !this.#isMarkDue) return notifications;
    return [...notifications, sql`select app.mark_written(${this.#attempt})`];
  }

  #notify(channel: string, payload: string) {
    this.#byPayload.set(payload, sql`select pg_notify(${channel}, ${payload})`);
  }
}

/** Returns true for an answer that shows a change: rows, a row, or a number of rows. */
const showsChange = (answer: unknown) =>
  Array.isArray(answer) ? answer.length > 0 : answer !== 0 && answer !== undefined;

/** Returns a transaction that notes the statements that changed rows. */
function noting(tx: DbTransaction, writes: ClusterWrites): DbTransaction {
  function send<R, T>(query: Compilable<R>, answerOf: (sent: Compilable<R>) => Promise<T>) {
    const noted = async () => {
      const compiled = query.compile(db);
      const answer = await answerOf({ ...query, compile: () => compiled });
      if (showsChange(answer)) writes.add(compiled.sql);
      return answer;
    };
    const answer = noted();
    // An answer that is not awaited must not end the process: COMMIT reports the failure.
    answer.catch(() => undefined);
    return answer;
  }
  return {
    all: (query) => send(query, (sent) => tx.all(sent)),
    first: (query) => send(query, (sent) => tx.first(sent)),
    one: (query) => send(query, (sent) => tx.one(sent)),
    run: (query) => send(query, (sent) => tx.run(sent)),
    openAccount: (account) => tx.openAccount(account),
  };
}

/** Returns work that sends what its statements wrote in one packet with COMMIT, which reports a refusal. */
const noted =
  <T>(work: TransactionWork<T>, tenant?: TenantId): TransactionWork<T> =>
  async (tx) => {
    const writes = new ClusterWrites(tenant);
    const result = await work(noting(tx, writes));
    for (const query of writes.statements) void tx.run(query);
    return result;
  };

/** Adds to the transactions of a database what triggers do on one machine. */
export const withWrites = (database: Database): Database => ({
  ...database,
  tenant: (tenant, work) => database.tenant(tenant, noted(work, tenant)),
  tenantAccounts: (tenant, work) => database.tenantAccounts(tenant, noted(work, tenant)),
  tenantWrite: async <Q extends readonly Compilable<unknown>[]>(
    tenant: TenantId,
    ...queries: Q
  ) => {
    const writes = new ClusterWrites(tenant);
    // The number of changed rows is not known yet: a notification too many only makes screens refetch.
    for (const query of queries) writes.add(query.compile(db).sql);
    const lists = await database.tenantWrite(tenant, ...queries, ...writes.statements);
    return lists.slice(0, queries.length) as RowsOfQueries<Q>;
  },
  person: (user, work) => database.person(user, noted(work)),
  account: (account, work) => database.account(account, noted(work)),
  system: (work) => database.system(noted(work)),
  operator: (work) => database.operator(noted(work)),
});
