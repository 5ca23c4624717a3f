import type { FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors.ts';

/** Maximum of lines per session and minute: enough to notice, too few to hide others. */
const most = 10;
const minute = 60_000;

/** Session, its user, and the operator who impersonates that user. */
type Who = { id: string; user: string; impersonator: string | null };

let begun = 0;
const told = new Map<string, number>();

/** Returns true for the first few refusals of a session in a minute. */
const isNews = (session: string) => {
  const now = Math.floor(performance.now() / minute);
  if (now !== begun) told.clear();
  begun = now;
  const times = (told.get(session) ?? 0) + 1;
  told.set(session, times);
  return times <= most;
};

/** Logs denied access of an authenticated user; other failures are not logged here. */
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
