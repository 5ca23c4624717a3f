import { hash } from 'node:crypto';
import { Failure } from '#contract/errors.ts';
import type { Database, TenantId, Transaction } from '#server/database/database.ts';
import { db, sql, type Row } from '#server/database/query.ts';

/** A billing operation, recorded before the first request to the provider (decision 11). */
export type Intent = Row<'billing_intents'> & { state: 'open' | 'authenticating' };

export type IntentKind =
  | 'register'
  | 'create_tenant'
  | 'subscribe'
  | 'change_plan'
  | 'buy'
  | 'cancel'
  | 'update_card'
  | 'free_plan';

export interface NewIntent {
  kind: IntentKind;
  /** The owner of the operation; each subject has at most one pending intent. */
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
}

/** Returns the end of the lock on an intent; every recorded step renews the lock. */
const holdFor = (minutes: number) => sql<Date>`now() + ${minutes} * interval '1 minute'`;
export const hold = holdFor(1);

/**
 * Minutes of the lock during the charge: longer than all its requests to the provider can take with
 * every retry, so that no other process undoes an operation whose charge is still in flight.
 */
const chargingHold = 4;
const pending = ['open', 'authenticating'] as const;

/** Builds subjects: one registration per address and one operation per organization at a time. */
export const subjectOf = {
  // Hashed, so that the table holds no readable email address.
  person: (email: string) => `person:${hash('sha256', email.toLowerCase(), 'base64url')}`,
  creation: (user: string, name: string) => `creation:${user}:${name.toLowerCase()}`,
  tenant: (id: string) => `tenant:${id}`,
};

/** Returns the pending intent of a subject without taking its lock. */
export const findPending = (tx: Transaction, subject: string): Promise<Intent | undefined> =>
  tx.first(
    db
      .selectFrom('billing_intents')
      .selectAll()
      .where('subject', '=', subject)
      .where('state', 'in', pending)
      .$narrowType<{ state: Intent['state'] }>(),
  );

/**
 * Inserts an intent and takes its lock. Throws `billing.inProgress` when the subject has a pending
 * one.
 */
export async function openIntent(tx: Transaction, given: NewIntent): Promise<Intent> {
  const row = await tx.first(
    db
      .insertInto('billing_intents')
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
      .$narrowType<{ state: Intent['state'] }>(),
  );
  if (!row) throw new Failure('billing.inProgress');
  return row;
}

/** Takes over an intent whose lock has expired; undefined when it is locked or finished. */
export const takeOver = (database: Database, id: string): Promise<Intent | undefined> =>
  database.system((tx) =>
    tx.first(
      db
        .updateTable('billing_intents')
        .set({ holder: sql`gen_random_uuid()`, held_until: hold })
        .where('id', '=', id)
        .where('state', 'in', pending)
        .where('held_until', '<=', sql<Date>`now()`)
        .returningAll()
        .$narrowType<{ state: Intent['state'] }>(),
    ),
  );

/**
 * Returns a finished intent of this subject; undefined when it is pending or belongs to another
 * subject.
 */
export const findOver = ({ system }: Pick<Database, 'system'>, id: string, subject: string) =>
  system((tx) =>
    tx.first(
      db
        .selectFrom('billing_intents')
        .selectAll()
        .where('id', '=', id)
        .where('subject', '=', subject)
        .where('state', 'not in', pending),
    ),
  );

/**
 * Returns true when an earlier attempt at this request was completed: the intent stores the
 * `Idempotency-Key` under which it was opened (decision 16, R-SUB-21).
 */
export const wasDone = async (tx: Transaction, subject: string): Promise<boolean> => {
  const found = await tx.first(
    db
      .selectFrom('billing_intents')
      .select('id')
      .where('asked_by', '=', sql<Buffer>`app.this_request()`)
      .where('subject', '=', subject)
      .where('state', '=', 'done'),
  );
  return found !== undefined;
};

/** Extends the lock for the charge that follows. Throws `billing.inProgress` after a takeover. */
export async function holdForCharge(database: Database, intent: Intent) {
  const held = mine(intent).set({ held_until: holdFor(chargingHold) });
  if ((await database.system((tx) => tx.run(held))) === 0) throw new Failure('billing.inProgress');
}

type Progress = { customer_id?: string; service_id?: string; state?: 'authenticating' };

/**
 * Records the progress of an intent before its next step. Throws `billing.inProgress` after a
 * takeover.
 */
export async function progress(database: Database, intent: Intent, made: Progress) {
  const row = await database.system((tx) =>
    tx.first(
      mine(intent)
        .set({ ...made, held_until: made.state ? sql<Date>`now()` : hold })
        .returningAll()
        .$narrowType<{ state: Intent['state'] }>(),
    ),
  );
  if (!row) throw new Failure('billing.inProgress');
  return row;
}

/** Returns true when an intent is younger than `seconds`, by the database's clock. */
export const isYoungerThan = async (database: Database, { id }: Intent, seconds: number) => {
  const found = await database.system((tx) =>
    tx.first(
      db
        .selectFrom('billing_intents')
        .select('id')
        .where('id', '=', id)
        .where('created_at', '>', sql<Date>`now() - ${seconds} * interval '1 second'`),
    ),
  );
  return found !== undefined;
};

/** Releases the lock, so that another process can take over the intent. */
export const release = (database: Database, intent: Intent) =>
  database.system((tx) => tx.run(mine(intent).set({ held_until: sql<Date>`now()` })));

/**
 * Finishes an intent in the transaction that writes its result, and deletes the personal data of
 * its request. Throws `billing.inProgress` after a takeover, which rolls back the transaction.
 */
export async function settle(tx: Transaction, intent: Intent, state: 'done' | 'undone' = 'done') {
  const touched = await tx.run(
    mine(intent).set({ state, request: JSON.stringify({}), held_until: sql<Date>`now()` }),
  );
  if (touched === 0) throw new Failure('billing.inProgress');
}

/** Builds an update of an intent that matches only while it is pending and held by this process. */
export const mine = ({ id, holder }: Intent) =>
  db
    .updateTable('billing_intents')
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('state', 'in', pending);

/**
 * Lists pending intents without a lock: left by a crash, or waiting for a cardholder's
 * confirmation.
 */
export const listAbandoned = (database: Database): Promise<Intent[]> =>
  database.system((tx) =>
    tx.all(
      db
        .selectFrom('billing_intents')
        .selectAll()
        .where('state', 'in', pending)
        .where('held_until', '<=', sql<Date>`now()`)
        .orderBy('id')
        .limit(500)
        .$narrowType<{ state: Intent['state'] }>(),
    ),
  );

/** Finishes an intent as undone and deletes its trial claims. */
export const abandon = (database: Database, intent: Intent) =>
  database.system(async (tx) => {
    await settle(tx, intent, 'undone');
    await tx.run(db.deleteFrom('billing_trials').where('intent_id', '=', intent.id));
  });
