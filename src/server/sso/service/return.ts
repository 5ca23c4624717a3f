import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/database/database.ts';
import { db } from '#server/database/query.ts';
import { tokenHash } from '#server/http/contract/guard.ts';
import { callbackPath } from './addresses.ts';

/** Returns the host of an organization's own address where the sign-in of a response began; null for the main site. */
const findHost = async (database: Database, state: string) => {
  const request = db
    .selectFrom('sso_requests')
    .select('host')
    .where('state_hash', '=', tokenHash(state));
  return (await database.system((tx) => tx.first(request)))?.host ?? null;
};

/**
 * Leads the browser from the main site, the only one that identity providers know, to the organization's own address
 * where its sign-in began: the secret that finishes it is there (R-ADR-11).
 */
export const serveReturn = (
  app: FastifyInstance,
  { database, origin }: Pick<AppContext, 'database' | 'origin'>,
) =>
  app.addHook('onRequest', async (request, reply) => {
    if (request.site.kind !== 'main' || !request.url.startsWith(`${callbackPath}?`)) return;
    const target = new URL(request.url, origin());
    const state = target.searchParams.get('state');
    const host = state && (await findHost(database, state));
    if (!host) return;
    target.hostname = host;
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(target.href, 302);
  });
