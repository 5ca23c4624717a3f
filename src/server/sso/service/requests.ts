import { createHash } from 'node:crypto';
import { Failure } from '#contract/errors.ts';
import { randomToken } from '#server/accounts/service/token.ts';
import { currentActor } from '#server/database/actor-context.ts';
import type { Database, TenantId } from '#server/database/database.ts';
import { db, sql } from '#server/database/query.ts';
import { tokenHash } from '#server/http/contract/guard.ts';

/** Minutes within which a sign-in must be finished. */
const lifetimeMinutes = 10;

type Purpose = {
  tenant: TenantId;
  stage: 'draft' | 'active';
  /** Owner who tests the draft, or person who authenticates again; null: a sign-in. */
  person: string | null;
  /** Session that authenticates again. */
  session?: string;
};

/** Values that bind a response to the sign-in that asked for it. */
export type FlowSecrets = { state: string; flow: string };

/**
 * Starts a sign-in. The identity provider returns `state`; `flow` never leaves the browser that started it, so that
 * a response which another browser received can't be used (R-SSO-03).
 */
export async function startRequest(database: Database, purpose: Purpose): Promise<FlowSecrets> {
  const [state, flow] = [randomToken(), randomToken()];
  await database.system((tx) =>
    tx.run(
      db.insertInto('sso_requests').values({
        state_hash: tokenHash(state),
        browser_hash: tokenHash(flow),
        for_tenant: purpose.tenant,
        stage: purpose.stage,
        user_id: purpose.person,
        session_id: purpose.session ?? null,
        address_id: currentActor()?.address ?? null,
        host: currentActor()?.host ?? null,
        expires_at: sql`now() + make_interval(mins => ${lifetimeMinutes})`,
      }),
    ),
  );
  return { state, flow };
}

/** Returns an organization that an address names, which gives no access to it. */
export const tenantIn = (path: string) => sql<TenantId>`${path}::uuid`;

const openRequest = (state: string) =>
  db
    .updateTable('sso_requests')
    .where('state_hash', '=', tokenHash(state))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`);

/** A response, as the page of an organization receives it; `code` of a SAML provider is that of `keepResponse`. */
type Returned = FlowSecrets & { organization: string; code: string };

/**
 * Uses up the request of a response; throws unless this browser started it and received the response, for this
 * organization, at this site (R-ADR-11), and it is still open.
 */
export async function finishRequest(
  database: Database,
  { state, flow, organization, code }: Returned,
) {
  const address = currentActor()?.address ?? null;
  const request = await database.system(async (tx) => {
    const used = await tx.first(
      openRequest(state)
        .set({ used_at: sql<Date>`now()` })
        .where('browser_hash', '=', tokenHash(flow))
        .where('for_tenant', '=', tenantIn(organization))
        .where('address_id', 'is not distinct from', address)
        .where((eb) => eb.or([eb('code_hash', 'is', null), eb('code_hash', '=', tokenHash(code))]))
        .returningAll(),
    );
    // It names the person, and was read just now.
    if (used?.response) {
      await tx.run(
        db
          .updateTable('sso_requests')
          .set({ response: null })
          .where('state_hash', '=', tokenHash(state)),
      );
    }
    return used;
  });
  if (!request) throw new Failure('sso.expired');
  return request;
}

/**
 * Keeps the first response to an open request, encrypted, until the browser that started it finishes it. Returns the
 * secret for the browser that brought the response: a stranger may have started the sign-in and sent its address to
 * somebody else (R-SSO-10).
 */
export const keepResponse = async (
  database: Database,
  { state, tenant, response }: { state: string; tenant: string; response: Buffer },
) => {
  const code = randomToken();
  await database.system((tx) =>
    tx.run(
      openRequest(state)
        .set({ response, code_hash: tokenHash(code) })
        .where('for_tenant', '=', tenantIn(tenant))
        .where('response', 'is', null),
    ),
  );
  return code;
};

/** Derives a value for one purpose from the secret of the flow, so that no table holds it. */
export const derive = (
  purpose: 'nonce' | 'verifier' | 'request',
  { flow }: Pick<FlowSecrets, 'flow'>,
) => createHash('sha256').update(`${purpose} ${flow}`).digest('base64url');
