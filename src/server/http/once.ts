import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import type { Database } from '#server/database/database.ts';
import type { Task } from '#server/jobs/start-jobs.ts';
import { failureOf } from './failures.ts';
import { nameOf, seal, unseal } from './once-key.ts';
import { begin, free, keep, type Verdict } from './once-store.ts';

/** A success as it leaves: the same bytes whenever the request is sent again. */
type Sent = { status: number; text: string };

/**
 * Does a request once, however often it is sent with the same `Idempotency-Key` within a day
 * (decision 16). The first attempt works and is told which it is; whoever sends it again is answered
 * as that was, hears 409 while it is under way, and 422 when the key was another request's. What was
 * refused leaves the key free.
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
    // Not kept, it is told as lost to whoever asks again: it is not done twice.
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

/** Whoever failed may try again under the same key, as far as nothing was written. */
const freeing = async (database: Database, attempt: string, work: () => Promise<Sent>) => {
  try {
    return await work();
  } catch (error) {
    const refused = (failureOf(error as FastifyError)?.status ?? 500) < 500;
    // By itself it is free in a quarter of a minute.
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

/** What the tasks need of the database; a `pg` pool of the owner's role has it. */
type Store = { query: (text: string) => Promise<unknown> };

/** When the tasks here are done. */
export const onceCrons = { 'requests.forget': '17 * * * *' };

/** The tasks here: forget the keys of yesterday. */
export const onceTasks = (store: Store): Record<keyof typeof onceCrons, Task> => ({
  'requests.forget': async () => {
    await store.query('select app.forget_requests()');
  },
});
