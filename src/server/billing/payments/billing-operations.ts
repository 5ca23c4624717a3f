import { hash } from 'node:crypto';
import { Failure } from '#contract/errors.ts';
import type { Database, TenantId, DbTransaction } from '#server/platform/database/database.ts';
import { db, sql, type TableRow, type TableUpdate } from '#server/platform/database/query.ts';
import type { SupportOperationKind } from './support-operations.ts';

/** A billing operation, recorded before the first request to the provider (decision 11). */
export type BillingOperation = TableRow<'billing_operations'> & {
  state: 'open' | 'authenticating';
};

export type BillingOperationKind =
  | 'register'
  | 'create_tenant'
  | 'subscribe'
  | 'change_plan'
  | 'buy'
  | 'cancel'
  | 'update_card'
  | 'free_plan'
  | SupportOperationKind;

export type NewBillingOperation = {
  kind: BillingOperationKind;
  /** The owner of the operation; each subject has at most one pending operation. */
  subject: string;
  tenantId: TenantId;
  userId?: string | null;
  priceId?: string | null;
  customerId?: string | null;
  /** The provider's id of the subscription that is changed. */
  serviceId?: string | null;
  /** The data needed to finish the operation without the caller; holds no secrets. */
  request?: object;
  maxUsers?: number | null;
};

/** Returns the end of the lock on an operation; every recorded step renews the lock. */
const lockFor = (minutes: number) => sql<Date>`now() + ${minutes} * interval '1 minute'`;
export const operationLock = lockFor(1);

/**
 * Minutes of the lock during the charge: longer than all its requests to the provider can take with
 * every retry, so that no other process undoes an operation whose charge is still in flight.
 */
const chargeLockMinutes = 4;
const pendingStates = ['open', 'authenticating'] as const;

/** Builds subjects: one registration per address and one operation per organization at a time. */
export const operationSubject = {
  // Hashed, so that the table holds no readable email address.
  person: (email: string) => `person:${hash('sha256', email.toLowerCase(), 'base64url')}`,
  creation: (user: string, name: string) => `creation:${user}:${name.toLowerCase()}`,
  tenant: (id: string) => `tenant:${id}`,
};

type OperationState = { state: BillingOperation['state'] };

const now = sql<Date>`now()`;

const pendingOperations = db
  .selectFrom('billing_operations')
  .selectAll()
  .where('state', 'in', pendingStates)
  .$narrowType<OperationState>();

/** Returns the pending operation of a subject without taking its lock. */
export const findPendingOperation = (tx: DbTransaction, subject: string) =>
  tx.first(pendingOperations.where('subject', '=', subject));

/** Lists pending unlocked operations: left by a crash, or waiting for the cardholder. */
export const listAbandonedOperations = (database: Database) =>
  database.system((tx) =>
    tx.all(pendingOperations.where('lease_ends_at', '<=', now).orderBy('id').limit(500)),
  );

/** Inserts a locked operation; throws `billing.inProgress` when the subject has a pending one. */
export async function openOperation(
  tx: DbTransaction,
  given: NewBillingOperation,
): Promise<BillingOperation> {
  const row = await tx.first(
    db
      .insertInto('billing_operations')
      .values({
        kind: given.kind,
        subject: given.subject,
        for_tenant: given.tenantId,
        user_id: given.userId ?? null,
        subscription_price_id: given.priceId ?? null,
        customer_id: given.customerId ?? null,
        service_id: given.serviceId ?? null,
        request: JSON.stringify(given.request ?? {}),
        max_users: given.maxUsers ?? null,
      })
      .onConflict((on) =>
        // Literals: PostgreSQL can't infer a partial index from parameters.
        on
          .column('subject')
          .where(sql<boolean>`state in ('open', 'authenticating')`)
          .doNothing(),
      )
      .returningAll()
      .$narrowType<OperationState>(),
  );
  if (!row) throw new Failure('billing.inProgress');
  return row;
}

/** Takes over an operation whose lock has expired; undefined when it is locked or finished. */
export const takeOverOperation = (database: Database, id: string) =>
  database.system((tx) =>
    tx.first(
      db
        .updateTable('billing_operations')
        .set({ lease_holder: sql`gen_random_uuid()`, lease_ends_at: operationLock })
        .where('id', '=', id)
        .where('state', 'in', pendingStates)
        .where('lease_ends_at', '<=', now)
        .returningAll()
        .$narrowType<OperationState>(),
    ),
  );

/** Returns a finished operation of this subject; undefined while pending or of another subject. */
export const findFinishedOperation = (
  { system }: Pick<Database, 'system'>,
  id: string,
  subject: string,
) =>
  system((tx) =>
    tx.first(
      db
        .selectFrom('billing_operations')
        .selectAll()
        .where('id', '=', id)
        .where('subject', '=', subject)
        .where('state', 'not in', pendingStates),
    ),
  );

/**
 * Returns true when an earlier attempt at this request was completed: the operation stores the
 * `Idempotency-Key` under which it was opened (decision 16, R-SUB-21).
 */
export async function isRequestCompleted(tx: DbTransaction, subject: string): Promise<boolean> {
  const found = await tx.first(
    db
      .selectFrom('billing_operations')
      .select('id')
      .where('requested_by', '=', sql<Buffer>`app.current_request()`)
      .where('subject', '=', subject)
      .where('state', '=', 'done'),
  );
  return found !== undefined;
}

/** Extends the lock for the charge that follows. Throws `billing.inProgress` after a takeover. */
export const extendLockForCharge = (database: Database, operation: BillingOperation) =>
  database.system((tx) =>
    updateHeldOperation(tx, operation, { lease_ends_at: lockFor(chargeLockMinutes) }),
  );

type OperationProgress = { customer_id?: string; service_id?: string; state?: 'authenticating' };

/** Records progress before the next step; throws `billing.inProgress` after a takeover. */
export function recordProgress(
  database: Database,
  operation: BillingOperation,
  made: OperationProgress,
) {
  const lease_ends_at = made.state ? now : operationLock;
  return database.system((tx) => updateHeldOperation(tx, operation, { ...made, lease_ends_at }));
}

/** Returns true when an operation is younger than `seconds`, by the database's clock. */
export async function isOperationYoungerThan(
  database: Database,
  { id }: BillingOperation,
  seconds: number,
) {
  const found = await database.system((tx) =>
    tx.first(
      db
        .selectFrom('billing_operations')
        .select('id')
        .where('id', '=', id)
        .where('created_at', '>', sql<Date>`now() - ${seconds} * interval '1 second'`),
    ),
  );
  return found !== undefined;
}

/** Releases the lock, so that another process can take over the operation. */
export const releaseOperation = (database: Database, operation: BillingOperation) =>
  database.system((tx) => tx.run(heldOperation(operation).set({ lease_ends_at: now })));

/** Waits for work on an operation; releases the lock when it fails. */
export const releaseOnError = <T>(
  database: Database,
  operation: BillingOperation,
  work: Promise<T>,
) =>
  work.catch(async (error: unknown) => {
    await releaseOperation(database, operation).catch(() => undefined);
    throw error;
  });

/**
 * Finishes an operation in the transaction that writes its result, and deletes the personal data of
 * its request. Throws `billing.inProgress` after a takeover, which rolls back the transaction.
 */
export const finishOperation = (
  tx: DbTransaction,
  operation: BillingOperation,
  state: 'done' | 'undone' = 'done',
) =>
  updateHeldOperation(tx, operation, {
    state,
    request: JSON.stringify({}),
    lease_ends_at: now,
  });

/** Finishes an operation as undone and deletes its trial claims. */
export const abandonOperation = (database: Database, operation: BillingOperation) =>
  database.system(async (tx) => {
    await finishOperation(tx, operation, 'undone');
    await tx.run(db.deleteFrom('billing_trials').where('operation_id', '=', operation.id));
  });

const heldOperation = ({ id, lease_holder: holder }: BillingOperation) =>
  db
    .updateTable('billing_operations')
    .set({ updated_at: now })
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .where('state', 'in', pendingStates);

/** Updates a pending operation held by this process; throws `billing.inProgress` after a takeover. */
export async function updateHeldOperation(
  tx: DbTransaction,
  operation: BillingOperation,
  values: TableUpdate<'billing_operations'>,
) {
  const changed = heldOperation(operation).set(values).returningAll();
  const row = await tx.first(changed.$narrowType<OperationState>());
  if (!row) throw new Failure('billing.inProgress');
  return row;
}
