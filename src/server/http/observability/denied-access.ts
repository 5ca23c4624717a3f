import type { FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors.ts';

/** Maximum of lines per session and minute: enough to notice, too few to hide others. */
const maxLinesPerMinute = 10;
const minute = 60_000;

/** Session, its user, and the operator who impersonates that user. */
type DeniedSession = { id: string; user: string; impersonator: string | null };

let currentMinute = 0;
const linesBySession = new Map<string, number>();

/** Returns true for the first few refusals of a session in a minute. */
const isBelowLogLimit = (session: string) => {
  const now = Math.floor(performance.now() / minute);
  if (now !== currentMinute) linesBySession.clear();
  currentMinute = now;
  const times = (linesBySession.get(session) ?? 0) + 1;
  linesBySession.set(session, times);
  return times <= maxLinesPerMinute;
};

/** Logs denied access of an authenticated user; other failures are not logged here. */
export const logDeniedAccess = (
  request: FastifyRequest,
  { id, user, impersonator }: DeniedSession,
  error: unknown,
) => {
  if (!(error instanceof Failure) || (error.status !== 403 && error.status !== 404)) return;
  if (!isBelowLogLimit(id)) return;
  const route = `${request.method} ${request.routeOptions.url}`;
  request.log.warn(
    { user, ...(impersonator && { impersonator }), route, code: `errors.${error.code}` },
    'permission denied',
  );
};
