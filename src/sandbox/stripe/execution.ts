import { createHash } from 'node:crypto';
import { StripeFailure } from './failure.ts';
import { type Cause, Ledger } from './ledger.ts';
import { lockClock, type Queries, readClock, type Store } from './store.ts';
import { settleDue, settleTo } from './time.ts';

/** Parsed request that has not been executed yet. */
export interface Execution {
  cause: Cause;
  /** Method and path, and the body as sent: a repeated key must come with the same ones. */
  endpoint: string;
  parameters: string;
  writes: boolean;
  run: (ledger: Ledger) => Promise<object>;
}

export interface Reply {
  status: number;
  body: string;
  /** Id of the original request when this reply is replayed. */
  replayOf?: string;
  /** Marks a refusal that still changes records: a declined payment. */
  leavesTraces?: boolean;
}

/** Executes a request: reads directly; writes in a transaction and once per idempotency key. */
export async function execute(store: Store, execution: Execution): Promise<Reply> {
  const { cause, run, writes } = execution;
  if (!writes)
    return settle(() => readClock(store).then((now) => run(new Ledger(store, now, cause))));
  return store.transaction(async (queries) => {
    const now = await lockClock(queries);
    // Applies what is due first, so that the request sees the state of its own time.
    await settleDue(queries, now);
    const earlier = await recall(queries, execution, now);
    if (earlier) return earlier;
    await queries.query('savepoint execution', []);
    const ledger = new Ledger(queries, now, cause);
    const reply = await settle(() => run(ledger));
    if (reply.status !== 200 && !reply.leavesTraces)
      await queries.query('rollback to savepoint execution', []);
    else if (ledger.moveTimeTo !== null) await settleTo(queries, ledger.moveTimeTo);
    await remember(queries, execution, { reply, now });
    return reply;
  });
}

/** Runs work at the provider without an API request, for example on a bank's page. */
export const act = <T>(store: Store, work: (ledger: Ledger) => Promise<T>): Promise<T> =>
  store.transaction(async (queries) => {
    const now = await lockClock(queries);
    await settleDue(queries, now);
    return work(new Ledger(queries, now, { id: null, idempotencyKey: null }));
  });

/** Returns the reply as sent. Turns refusals into replies; rethrows any other error. */
async function settle(run: () => Promise<object>): Promise<Reply> {
  try {
    return { status: 200, body: JSON.stringify(await run()) };
  } catch (failure) {
    if (failure instanceof StripeFailure) return refusal(failure);
    throw failure;
  }
}

export const refusal = ({ status, error, leavesTraces }: StripeFailure): Reply => ({
  status,
  body: JSON.stringify({ error }),
  leavesTraces,
});

const keptSeconds = 86_400;

interface Remembered extends Record<string, unknown> {
  endpoint: string;
  parameters: Buffer;
  request_id: string;
  status: number;
  body: string;
}

/** Returns the stored reply of this idempotency key of the last day. Throws when the request differs. */
async function recall(queries: Queries, { cause, endpoint, parameters }: Execution, now: number) {
  const key = cause.idempotencyKey;
  if (key === null) return undefined;
  const { rows } = await queries.query<Remembered>(
    `select endpoint, parameters, request_id, status, body from sandbox.idempotency_keys
     where key = $1 and created > $2`,
    [key, now - keptSeconds],
  );
  const earlier = rows[0];
  if (!earlier) return undefined;
  if (earlier.endpoint !== endpoint) throw keyReused(key, 'for the same endpoint');
  if (!earlier.parameters.equals(digest(parameters)))
    throw keyReused(key, 'with the same parameters');
  return { status: earlier.status, body: earlier.body, replayOf: earlier.request_id };
}

async function remember(
  queries: Queries,
  { cause, endpoint, parameters }: Execution,
  { reply, now }: { reply: Reply; now: number },
) {
  if (cause.idempotencyKey === null) return;
  await queries.query(
    `insert into sandbox.idempotency_keys
       (key, endpoint, parameters, request_id, status, body, created)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (key) do update set
       endpoint = excluded.endpoint, parameters = excluded.parameters,
       request_id = excluded.request_id, status = excluded.status, body = excluded.body,
       created = excluded.created`,
    [cause.idempotencyKey, endpoint, digest(parameters), cause.id, reply.status, reply.body, now],
  );
}

const digest = (text: string) => createHash('sha256').update(text).digest();

const keyReused = (key: string, rule: string) =>
  new StripeFailure(400, {
    type: 'idempotency_error',
    message:
      `Keys for idempotent requests can only be used ${rule} they were first used ` +
      `${rule.startsWith('for') ? 'for' : 'with'}. Try using a key other than '${key}' if you ` +
      'meant to execute a different request.',
  });
