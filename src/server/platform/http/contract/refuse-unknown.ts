import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Subject } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { contract } from '#contract/index.ts';

/** Methods of calls. A path that has some of them is refused with 405 for the others. */
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

type KnownPath = { pattern: RegExp; allowed: Set<string> };
let known: KnownPath[] | undefined;

/** Lists the paths of the contract, when the first unknown request comes: routes for them would delay the start. */
const listPaths = (): KnownPath[] => {
  const byPath = new Map<string, Set<string>>();
  for (const { endpoints } of Object.values<Subject>(contract)) {
    for (const { path, method } of Object.values(endpoints))
      byPath.set(path, (byPath.get(path) ?? new Set()).add(method));
  }
  return [...byPath].map(([path, allowed]) => {
    const parts = path.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part));
    return { pattern: new RegExp(`^/api${parts.join('/')}/?$`, 'i'), allowed };
  });
};

/**
 * Refuses a request below `/api` that is no call of the contract: 405 with the allowed methods where the path is one,
 * else 404 (R-API-06).
 */
export const refuseUnknown = async ({ url, method }: FastifyRequest, reply: FastifyReply) => {
  const path = url.split('?')[0] ?? '';
  known ??= listPaths();
  const allowed = known
    .filter(({ pattern }) => pattern.test(path))
    .flatMap((each) => [...each.allowed]);
  if (allowed.length === 0 || !methods.has(method)) throw new Failure('notFound');
  reply.header('allow', [...new Set(allowed)].join(', '));
  throw new Failure('methodNotAllowed');
};
