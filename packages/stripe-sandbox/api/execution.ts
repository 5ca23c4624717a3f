import { createHash } from 'node:crypto';
import { applyDueUntil, advanceInTransaction } from '#sandbox/stripe/clock/advance.ts';
import {
  type EventCause,
  noRequest,
  ObjectRepository,
  openReader,
} from '#sandbox/stripe/store/object-repository.ts';
import { lockClock, type SqlExecutor, type SandboxStore } from '#sandbox/stripe/store/store.ts';
import { StripeApiError } from './errors.ts';

/** Parsed request that has not been executed yet. */
export type RequestExecution = {
  cause: EventCause;
  /** Method and path, and the body as sent: a repeated key must come with the same ones. */
  endpoint: string;
  parameters: string;
  writes: boolean;
  run: (objects: ObjectRepository) => Promise<object>;
};

export type ApiReply = {
  status: number;
  body: string;
  /** Id of the original request when this reply is replayed. */
  originalRequestId?: string;
  /** Marks a refusal that still changes records: a declined payment. */
  isCommitted?: boolean;
};

/** Executes a request: reads directly; writes in a transaction and once per idempotency key. */
export async function executeRequest(
  store: SandboxStore,
  execution: RequestExecution,
): Promise<ApiReply> {
  const { cause, run, writes } = execution;
  if (!writes) return toReply(async () => run(await openReader(store)));
  return store.transaction(async (queries) => {
    const now = await lockClock(queries);
    // Applies what is due first, so that the request sees the state of its own time.
    await applyDueUntil(queries, now);
    const earlier = await findIdempotentReply(queries, execution, now);
    if (earlier) return earlier;
    await queries.query('savepoint execution', []);
    const objects = new ObjectRepository(queries, now, cause);
    const reply = await toReply(() => run(objects));
    if (reply.status !== 200 && !reply.isCommitted)
      await queries.query('rollback to savepoint execution', []);
    else if (objects.advanceClockTo !== null)
      await advanceInTransaction(queries, objects.advanceClockTo);
    await saveIdempotentReply(queries, execution, { reply, now });
    return reply;
  });
}

/** Runs work at the provider without an API request, for example on a bank's page. */
export const runWithoutRequest = <T>(
  store: SandboxStore,
  work: (objects: ObjectRepository) => Promise<T>,
): Promise<T> =>
  store.transaction(async (queries) => {
    const now = await lockClock(queries);
    await applyDueUntil(queries, now);
    return work(new ObjectRepository(queries, now, noRequest));
  });

/** Returns the reply as sent. Turns refusals into replies; rethrows any other error. */
async function toReply(run: () => Promise<object>): Promise<ApiReply> {
  try {
    return { status: 200, body: JSON.stringify(await run()) };
  } catch (failure) {
    if (failure instanceof StripeApiError) return errorReply(failure);
    throw failure;
  }
}

export const errorReply = ({ status, error, isCommitted }: StripeApiError): ApiReply => ({
  status,
  body: JSON.stringify({ error }),
  isCommitted,
});

const idempotencyKeySeconds = 86_400;

type IdempotentReply = {
  endpoint: string;
  parameters: Buffer;
  request_id: string;
  status: number;
  body: string;
} & Record<string, unknown>;

/** Returns the stored reply of this idempotency key of the last day. Throws when the request differs. */
async function findIdempotentReply(
  queries: SqlExecutor,
  { cause, endpoint, parameters }: RequestExecution,
  now: number,
) {
  const key = cause.idempotencyKey;
  if (key === null) return undefined;
  const { rows } = await queries.query<IdempotentReply>(
    `select endpoint, parameters, request_id, status, body from sandbox.idempotency_keys
     where key = $1 and created > $2`,
    [key, now - idempotencyKeySeconds],
  );
  const earlier = rows[0];
  if (!earlier) return undefined;
  if (earlier.endpoint !== endpoint) throw idempotencyError(key, 'for the same endpoint');
  if (!earlier.parameters.equals(digest(parameters)))
    throw idempotencyError(key, 'with the same parameters');
  return { status: earlier.status, body: earlier.body, originalRequestId: earlier.request_id };
}

async function saveIdempotentReply(
  queries: SqlExecutor,
  { cause, endpoint, parameters }: RequestExecution,
  { reply, now }: { reply: ApiReply; now: number },
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

const idempotencyError = (key: string, rule: string) =>
  new StripeApiError(400, {
    type: 'idempotency_error',
    message:
      `Keys for idempotent requests can only be used ${rule} they were first used ` +
      `${rule.startsWith('for') ? 'for' : 'with'}. Try using a key other than '${key}' if you ` +
      'meant to execute a different request.',
  });
