import { hash } from 'node:crypto';
import { Failure } from '#contract/errors.ts';
import type { Database, TenantId, Transaction } from '#server/database/database.ts';
import { db, sql, type Row } from '#server/database/query.ts';

/** What is about to be done with the provider (decision 11). */
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
  /** Whose turn it is: one pending intent each. */
  subject: string;
  tenantId: TenantId;
  userId?: string | null;
  priceId?: string | null;
  customerId?: string | null;
  /** Of the subscription that is changed. */
  serviceId?: string | null;
  /** What finishing needs; no secrets. */
  request?: object;
  maxUsers?: number | null;
}

/** How long nobody else touches an intent; every step that is written down begins it anew. */
const holdFor = (minutes: number) => sql<Date>`now() + ${minutes} * interval '1 minute'`;
export const hold = holdFor(1);

/**
 * Minutes for the step that charges: more than its requests to the provider can take with all their
 * retries, so that nobody undoes an operation whose charge is still on its way.
 */
const chargingHold = 4;
const pending = ['open', 'authenticating'] as const;

/** One registration of an address at a time; one deal of an organization at a time. */
export const subjectOf = {
  // A digest: the address is nobody's to read here.
  person: (email: string) => `person:${hash('sha256', email.toLowerCase(), 'base64url')}`,
  creation: (user: string, name: string) => `creation:${user}:${name.toLowerCase()}`,
  tenant: (id: string) => `tenant:${id}`,
};

/** The pending intent of a subject, if there is one; nobody holds it by this. */
export const findPending = (tx: Transaction, subject: string): Promise<Intent | undefined> =>
  tx.first(
    db
      .selectFrom('billing_intents')
      .selectAll()
      .where('subject', '=', subject)
      .where('state', 'in', pending)
      .$narrowType<{ state: Intent['state'] }>(),
  );

/** Writes an intent down and holds it. Refused as `billing.inProgress` when another is pending. */
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
        // Literals: an index with a condition is not found by parameters.
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

/** Takes over an intent that nobody holds any more; undefined when somebody does, or it is over. */
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

/** An intent that is over, of this subject; undefined when it is another's, or not over. */
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
 * Whether an earlier attempt at this very request was carried through: an intent remembers the
 * `Idempotency-Key` it was opened under (decision 16).
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

/** Holds the intent for the charge that follows; refused when somebody else took over. */
export async function holdForCharge(database: Database, intent: Intent) {
  const held = mine(intent).set({ held_until: holdFor(chargingHold) });
  if ((await database.system((tx) => tx.run(held))) === 0) throw new Failure('billing.inProgress');
}

type Progress = { customer_id?: string; service_id?: string; state?: 'authenticating' };

/** Writes down how far it has come, before the next step; refused when somebody else took over. */
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

/** Whether an intent is younger than so many seconds, by the database's clock. */
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

/** Lets others have it: what is left to do is theirs. */
export const release = (database: Database, intent: Intent) =>
  database.system((tx) => tx.run(mine(intent).set({ held_until: sql<Date>`now()` })));

/**
 * The end of an intent, in the transaction that writes down what came of it; what it knew of people
 * goes. Refused, and with it the transaction, when somebody else took over.
 */
export async function settle(tx: Transaction, intent: Intent, state: 'done' | 'undone' = 'done') {
  const touched = await tx.run(
    mine(intent).set({ state, request: JSON.stringify({}), held_until: sql<Date>`now()` }),
  );
  if (touched === 0) throw new Failure('billing.inProgress');
}

/** Changes an intent, unless it is over or somebody else has taken it over. */
export const mine = ({ id, holder }: Intent) =>
  db
    .updateTable('billing_intents')
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('state', 'in', pending);

/** Those that nobody works on: left by a crash, or waiting for somebody to confirm a payment. */
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

/** Ends an intent that came to nothing; its trial was none. */
export const abandon = (database: Database, intent: Intent) =>
  database.system(async (tx) => {
    await settle(tx, intent, 'undone');
    await tx.run(db.deleteFrom('billing_trials').where('intent_id', '=', intent.id));
  });
