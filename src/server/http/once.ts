import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import type { Database } from '#server/database/database.ts';
import type { Task } from '#server/jobs/start-jobs.ts';
import { failureOf } from './failures.ts';
import { nameOf, seal, unseal } from './once-key.ts';
import { begin, free, keep, type Verdict } from './once-store.ts';

/** Successful response as it is sent: the same bytes for each retry. */
type Sent = { status: number; text: string };

/**
 * Executes a request once, however often it is sent with the same `Idempotency-Key` within a day
 * (R-SUB-21, decision 16). The first attempt runs; later ones get its response, 409 while it is in
 * progress, and 422 when the key belongs to another request. A refusal leaves the key free.
 */
export const once = (database: Database) =>
  async function (key: string, reply: FastifyReply, work: (attempt: string) => Promise<unknown>) {
    const { request } = reply;
    const name = nameOf(key, request);
    const attempt = randomUUID();
    const known = await begin(database, name, attempt);
    if (known.verdict === 'replayed') {
      reply.header('idempotent-replayed', 'true');
      return send(reply, { status: known.status, text: unseal(known.reply, key, name.id) });
    }
    if (known.verdict !== 'go') throw new Failure(refusals[known.verdict]);
    const sent = await freeing(database, attempt, async () => sentOf(reply, await work(attempt)));
    const answer = { status: sent.status, sealed: seal(sent.text, key, name.id) };
    // Without a stored response a retry is answered that the response is lost; the work is not
    // repeated.
    const kept = () => keep(database, attempt, answer);
    await kept()
      .catch(kept)
      .catch((err: unknown) => forgotten(request, err));
    return send(reply, sent);
  };

const refusals: Record<Exclude<Verdict['verdict'], 'go' | 'replayed'>, ErrorCode> = {
  busy: 'request.inProgress',
  differs: 'request.keyReused',
  lost: 'request.answerLost',
};

/** Frees the key when an attempt fails, so that the client can retry if nothing was written. */
const freeing = async (database: Database, attempt: string, work: () => Promise<Sent>) => {
  try {
    return await work();
  } catch (error) {
    const refused = (failureOf(error as FastifyError)?.status ?? 500) < 500;
    // The hold expires after 15 seconds without this.
    await free(database, attempt, { unknown: !refused }).catch(() => undefined);
    throw error;
  }
};

const sentOf = (reply: FastifyReply, content: unknown): Sent =>
  content === null
    ? { status: 204, text: '' }
    : { status: 200, text: String(reply.code(200).serialize(content)) };

const send = (reply: FastifyReply, { status, text }: Sent) =>
  status === 204
    ? reply.code(status).send()
    : reply.code(status).type('application/json; charset=utf-8').send(text);

const forgotten = (request: FastifyRequest, err: unknown) =>
  request.log.warn({ err }, 'an answer was not kept');

/** Database access of the tasks: a `pg` pool of the owner's role. */
type Store = { query: (text: string) => Promise<unknown> };

/** Schedules of the tasks. */
export const onceCrons = { 'requests.forget': '17 * * * *' };

/** Returns the tasks: deletion of expired keys. */
export const onceTasks = (store: Store): Record<keyof typeof onceCrons, Task> => ({
  'requests.forget': async () => {
    await store.query('select app.forget_requests()');
  },
});
