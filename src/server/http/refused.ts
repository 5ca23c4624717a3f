import type { FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors.ts';

/** Lines a minute that one session can cause: enough to see it, too few to hide others. */
const most = 10;
const minute = 60_000;

/** Whose session it is, and the operator who acts as that person. */
type Who = { id: string; user: string; impersonator: string | null };

let begun = 0;
const told = new Map<string, number>();

/** True for the first few of a session within a minute. */
const isNews = (session: string) => {
  const now = Math.floor(performance.now() / minute);
  if (now !== begun) told.clear();
  begun = now;
  const times = (told.get(session) ?? 0) + 1;
  told.set(session, times);
  return times <= most;
};

/** Logs that somebody signed in asked for what they have no right to; other failures are no news. */
export const logRefusal = (
  request: FastifyRequest,
  { id, user, impersonator }: Who,
  error: unknown,
) => {
  if (!(error instanceof Failure) || (error.status !== 403 && error.status !== 404)) return;
  if (!isNews(id)) return;
  const route = `${request.method} ${request.routeOptions.url}`;
  request.log.warn(
    { user, ...(impersonator && { impersonator }), route, code: `errors.${error.code}` },
    'refused for want of a right',
  );
};
