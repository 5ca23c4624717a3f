import type { FastifyRequest } from 'fastify';
import { errorStatus } from '#contract/error-codes.ts';
import { Failure } from '#contract/errors.ts';
import { createMinuteMap } from '#server/platform/http/protection/minute-map.ts';

/** Maximum of lines per session and minute: enough to notice, too few to hide others. */
const maxLinesPerMinute = 10;

/** Session, its user, and the operator who impersonates that user. */
type DeniedSession = { id: string; user: string; impersonator: string | null };

const linesBySession = createMinuteMap<number>();

/** Returns true for the first few refusals of a session in a minute. */
function isBelowLogLimit(session: string) {
  const lines = linesBySession();
  const times = (lines.get(session) ?? 0) + 1;
  lines.set(session, times);
  return times <= maxLinesPerMinute;
}

/** Logs denied access of an authenticated user; other failures are not logged here. */
export function logDeniedAccess(
  request: FastifyRequest,
  { id, user, impersonator }: DeniedSession,
  error: unknown,
) {
  if (!(error instanceof Failure) || ![403, 404].includes(errorStatus[error.code])) return;
  if (!isBelowLogLimit(id)) return;
  const route = `${request.method} ${request.routeOptions.url}`;
  request.log.warn(
    { user, ...(impersonator && { impersonator }), route, code: `errors.${error.code}` },
    'permission denied',
  );
}
