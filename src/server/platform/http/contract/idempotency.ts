import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorStatus } from '#contract/error-codes.ts';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import { sql } from '#server/platform/database/query.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';
import { toFailure } from './failures.ts';
import { requestIdentity, encryptReply, decryptReply } from './idempotency-key.ts';

/** Successful response as it is sent: the same bytes for each retry. */
type SentReply = { status: number; text: string };

/**
 * Executes a request once, however often it is sent with the same `Idempotency-Key` within a day
 * (R-SUB-21, decision 16). The first attempt runs; later ones get its response, 409 while it is in
 * progress, and 422 when the key belongs to another request. A refusal leaves the key free.
 */
export const idempotentRunner = (database: Database) =>
  async function (key: string, reply: FastifyReply, work: (attempt: string) => Promise<unknown>) {
    const { request } = reply;
    const name = requestIdentity(key, request);
    const attempt = randomUUID();
    const known = await beginRequest(database, name, attempt);
    if (known.verdict === 'replayed') {
      reply.header('idempotent-replayed', 'true');
      return send(reply, { status: known.status, text: decryptReply(known.reply, key, name.id) });
    }
    if (known.verdict !== 'go') throw new Failure(refusals[known.verdict]);
    const sent = await releaseOnFailure(database, attempt, async () =>
      toSentReply(reply, await work(attempt)),
    );
    const answer = { status: sent.status, sealed: encryptReply(sent.text, key, name.id) };
    // Without a stored response a retry is answered that the response is lost; the work is not repeated.
    const kept = () => storeReply(database, attempt, answer);
    await kept()
      .catch(kept)
      .catch((err: unknown) => logUnstoredReply(request, err));
    return send(reply, sent);
  };

const refusals: Record<Exclude<AttemptState['verdict'], 'go' | 'replayed'>, ErrorCode> = {
  busy: 'request.inProgress',
  differs: 'request.keyReused',
  lost: 'request.answerLost',
};

/** Frees the key when an attempt fails, so that the client can retry if nothing was written. */
async function releaseOnFailure(
  database: Database,
  attempt: string,
  work: () => Promise<SentReply>,
) {
  try {
    return await work();
  } catch (error) {
    const failure = toFailure(error as FastifyError);
    const refused = failure !== null && errorStatus[failure.code] < 500;
    // The hold expires after 15 seconds without this.
    await releaseRequest(database, attempt, { unknown: !refused }).catch(() => undefined);
    throw error;
  }
}

const toSentReply = (reply: FastifyReply, content: unknown): SentReply =>
  content === null
    ? { status: 204, text: '' }
    : { status: 200, text: String(reply.code(200).serialize(content)) };

const send = (reply: FastifyReply, { status, text }: SentReply) =>
  status === 204
    ? reply.code(status).send()
    : reply.code(status).type('application/json; charset=utf-8').send(text);

const logUnstoredReply = (request: FastifyRequest, err: unknown) =>
  request.log.warn({ err }, 'failed to store idempotent response');

/** Database access of the tasks: a `pg` pool of the owner's role. */
type Store = { query: (text: string) => Promise<unknown> };

/** Schedules of the tasks. */
export const idempotencyCrons = { 'requests.forget': '17 * * * *' };

/** Returns the tasks: deletion of expired keys. */
export const idempotencyTasks = (store: Store): Record<keyof typeof idempotencyCrons, Task> => ({
  'requests.forget': async () => {
    await store.query(`delete from app.keyed_requests where created_at < now() - interval '1 day'`);
  },
});

/** State of a request in the database; `replayed` has the stored response, encrypted. */
export type AttemptState =
  | { verdict: 'go' | 'busy' | 'differs' | 'lost' }
  | { verdict: 'replayed'; status: number; reply: Buffer };

type RequestIdentity = { id: Buffer; digest: Buffer };

/** Begins an attempt at a request, or returns the reason against it (`migrations/0003_requests_and_jobs.sql`). */
export async function beginRequest(
  database: Database,
  { id, digest }: RequestIdentity,
  attempt: string,
) {
  const question = sql<AttemptState>`
    select * from app.begin_request(${id}, ${digest}, ${attempt}::uuid)`;
  const [known] = await database.queryUnscoped(question);
  if (!known) throw new Error('Expected one row from app.begin_request');
  return known;
}

/** Stores the encrypted response of an attempt for a day. */
const storeReply = (
  database: Database,
  attempt: string,
  { status, sealed }: { status: number; sealed: Buffer },
) =>
  database.queryUnscoped(
    sql`select app.end_request(${attempt}::uuid, false, ${status}::smallint, ${sealed})`,
  );

/** Ends a failed attempt; `unknown` when its effect at the provider is not known. */
const releaseRequest = (database: Database, attempt: string, { unknown }: { unknown: boolean }) =>
  database.queryUnscoped(sql`select app.end_request(${attempt}::uuid, ${unknown})`);
