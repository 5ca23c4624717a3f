import type { FastifyInstance } from 'fastify';
import { id } from '#contract/shapes.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Database } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import { callbackPathOf } from './addresses.ts';
import { tenantIn } from './requests.ts';

/**
 * Returns the host of an organization's own address where its sign-in began; null for the main site, and for the sign-in
 * of another organization.
 */
async function findHost(database: Database, tenant: string, state: string) {
  const request = db
    .selectFrom('sso_requests')
    .select('host')
    .where('state_hash', '=', tokenHash(state))
    .where('for_tenant', '=', tenantIn(tenant));
  return (await database.system((tx) => tx.first(request)))?.host ?? null;
}

const callback = new RegExp(`^${callbackPathOf('([^/?]+)')}\\?`);

/** Returns the organization in the path of a response; undefined for other requests. */
const tenantOf = (url: string) => id.safeParse(callback.exec(url)?.[1]).data;

/**
 * Leads the browser from the main site, the only one that identity providers know, to the organization's own address
 * where its sign-in began: the secret that finishes it is there (R-ADR-11).
 */
export const serveReturn = (
  app: FastifyInstance,
  { database, origin }: Pick<AppContext, 'database' | 'origin'>,
) =>
  app.addHook('onRequest', async (request, reply) => {
    const tenant = tenantOf(request.url);
    if (request.site.kind !== 'main' || tenant === undefined) return;
    const target = new URL(request.url, origin());
    const state = target.searchParams.get('state');
    const host = state && (await findHost(database, tenant, state));
    if (!host) return;
    target.hostname = host;
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(target.href, 302);
  });
