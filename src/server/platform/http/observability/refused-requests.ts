import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { causeOf } from '#server/platform/error-cause.ts';

/** Maximum of lines per second and cause: enough to find each request of a few, too few to fill a disk. */
const maxLinesPerSecond = 5;

let second = 0;
let linesByCause = new Map<string, number>();

/** Returns the number of refusals with this cause in this second, including this one. */
function count(cause: string) {
  const now = Math.floor(performance.now() / 1_000);
  if (now !== second) [second, linesByCause] = [now, new Map()];
  const times = (linesByCause.get(cause) ?? 0) + 1;
  linesByCause.set(cause, times);
  return times;
}

type Refusal = {
  /** Method and template of the path. */
  route: string;
  status: number;
};

/** Logs a refusal with its cause, at most five lines per second and cause. */
export function logRefusal(log: Pick<FastifyBaseLogger, 'warn'>, refusal: Refusal, error: unknown) {
  const cause = causeOf(error);
  const key = String(cause.code ?? cause.status ?? cause.reason);
  const times = count(key);
  if (times > maxLinesPerSecond) return;
  const isLast = times === maxLinesPerSecond;
  log.warn({ ...refusal, cause, ...(isLast && { more: 'not logged' }) }, 'request refused');
}

/**
 * Logs a request that is refused because of the server or something it depends on, with its cause (R-OPR-16). Probes
 * of health are left out: they repeat what the log says once (`outages.ts`).
 */
export function logRefusedRequest(request: FastifyRequest, status: number, error: unknown) {
  const { url, config } = request.routeOptions;
  if (config.kind === null) return;
  logRefusal(request.log, { route: `${request.method} ${url ?? 'pages'}`, status }, error);
}
