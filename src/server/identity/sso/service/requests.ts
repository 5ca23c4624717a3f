import { createHash } from 'node:crypto';
import { Failure } from '#contract/errors.ts';
import { randomToken } from '#server/identity/accounts/service/token.ts';
import { currentActor } from '#server/platform/database/actor-context.ts';
import type { Database, DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, sql, type RawBuilder } from '#server/platform/database/query.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';

/** Minutes within which a sign-in must be finished. */
const lifetimeMinutes = 10;

/** Minutes for which a response is kept: the browser that brought it finishes the sign-in immediately. */
const responseMinutes = 2;

/** Maximum of unfinished sign-ins of an organization: more than its largest offices start within ten minutes. */
const maxOpen = 1_000;

/** Maximum of kept responses of an organization: 6.25 MiB of the largest (`saml/serve.ts`). */
const maxResponses = 50;

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
  await database.system(async (tx) => {
    await tx.run(
      db.insertInto('sso_requests').values({
        state_hash: tokenHash(state),
        browser_hash: tokenHash(flow),
        for_tenant: purpose.tenant,
        stage: purpose.stage,
        user_id: purpose.person,
        session_id: purpose.session ?? null,
        address_id: currentActor()?.address ?? null,
        host: currentActor()?.host ?? null,
        expires_at: inMinutes(lifetimeMinutes),
      }),
    );
    const among = sql`stage <> 'message'`;
    await removeOldest(tx, purpose.tenant, { kept: maxOpen, among });
  });
  return { state, flow };
}

const inMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`;

/**
 * Deletes all requests of an organization but the newest. Those are kept, rather than refused: a stranger who starts many
 * keeps out no person who takes less time than that.
 */
const removeOldest = (
  tx: DbTransaction,
  tenant: TenantId,
  { kept, among }: { kept: number; among: RawBuilder<unknown> },
) =>
  tx.run(
    sql`
      delete from sso_requests where state_hash in (
        select state_hash from sso_requests where state_hash in (
          select state_hash from sso_requests where for_tenant = ${tenant} and ${among}
          order by created_at desc offset ${kept})
        for update skip locked)`,
  );

/** Returns an organization that an address names, which gives no access to it. */
export const tenantIn = (path: string) => sql<TenantId>`${path}::uuid`;

/** Secrets of a sign-in, at the page of an organization. */
export type OwnRequest = FlowSecrets & { organization: string };

/** Deletes an open request of this browser, for this organization, at this site (R-ADR-11). */
const takeRequest = ({ state, flow, organization }: OwnRequest) =>
  db
    .deleteFrom('sso_requests')
    .where('state_hash', '=', tokenHash(state))
    .where('stage', '<>', 'message')
    .where('expires_at', '>', sql<Date>`now()`)
    .where('browser_hash', '=', tokenHash(flow))
    .where('for_tenant', '=', tenantIn(organization))
    .where('address_id', 'is not distinct from', currentActor()?.address ?? null);

/**
 * Uses up the request of a response; throws unless this browser started it and received the response (`code` of a SAML
 * provider is that of `keepResponse`), for this organization and site, and it is still open.
 */
export async function finishRequest(
  database: Database,
  { code, ...own }: OwnRequest & { code: string },
) {
  const request = await database.system((tx) =>
    tx.first(
      takeRequest(own)
        .where('identity', 'is', null)
        .where((eb) => eb.or([eb('code_hash', 'is', null), eb('code_hash', '=', tokenHash(code))]))
        .returningAll(),
    ),
  );
  if (!request) throw new Failure('sso.expired');
  return request;
}

/** A request that was used up. */
export type FinishedRequest = Awaited<ReturnType<typeof finishRequest>>;

/** Keeps the person of a response, encrypted, for the same browser, until they answer whether to join (R-SSO-17). */
export const keepIdentity = (database: Database, request: FinishedRequest, identity: Buffer) =>
  database.system((tx) =>
    tx.run(
      db.insertInto('sso_requests').values({
        ...request,
        response: null,
        code_hash: null,
        identity,
        created_at: sql<Date>`now()`,
        expires_at: inMinutes(lifetimeMinutes),
      }),
    ),
  );

/** Uses up the request of a person who answers, and returns it; throws unless this browser was asked. */
export async function takeIdentity(database: Database, own: OwnRequest) {
  const request = await database.system((tx) =>
    tx.first(
      takeRequest(own).where('identity', 'is not', null).returning(['for_tenant', 'identity']),
    ),
  );
  if (!request?.identity) throw new Failure('sso.expired');
  return { tenant: request.for_tenant, identity: request.identity };
}

/**
 * Keeps the first response to an open request, encrypted, until the browser that started it finishes it. Returns the
 * secret for the browser that brought the response: a stranger may have started the sign-in and sent its address to
 * another person (R-SSO-10).
 */
export async function keepResponse(
  database: Database,
  { state, tenant, response }: { state: string; tenant: string; response: Buffer },
) {
  const code = randomToken();
  const isKept = await database.system(async (tx) => {
    const kept = await tx.first(
      db
        .updateTable('sso_requests')
        .set({
          response,
          code_hash: tokenHash(code),
          expires_at: sql<Date>`least(expires_at, ${inMinutes(responseMinutes)})`,
        })
        .where('state_hash', '=', tokenHash(state))
        .where('stage', '<>', 'message')
        .where('expires_at', '>', sql<Date>`now()`)
        .where('for_tenant', '=', tenantIn(tenant))
        .where('response', 'is', null)
        .where('identity', 'is', null)
        .returning('for_tenant'),
    );
    const among = sql`response is not null`;
    if (kept) await removeOldest(tx, kept.for_tenant, { kept: maxResponses, among });
    return kept !== undefined;
  });
  return { code, isKept };
}

const messageHash = (tenant: TenantId, id: string) => tokenHash(`message ${tenant} ${id}`);

/**
 * Remembers the ID of a message of an organization's provider until it could no longer be used; returns false if it is
 * known. For messages whose signature is verified, so that strangers can't fill the table.
 */
export async function claimMessage(
  database: Database,
  {
    tenant,
    id,
    lifetimeMinutes: minutes,
  }: { tenant: TenantId; id: string; lifetimeMinutes: number },
) {
  const claimed = await database.system((tx) =>
    tx.run(
      db
        .insertInto('sso_requests')
        .values({
          state_hash: messageHash(tenant, id),
          // No browser finishes it.
          browser_hash: tokenHash(randomToken()),
          for_tenant: tenant,
          stage: 'message',
          // Clocks differ by a minute.
          expires_at: inMinutes(minutes + 2),
        })
        .onConflict((conflict) => conflict.doNothing()),
    ),
  );
  return claimed > 0;
}

/** Forgets the ID of a message that could not be followed, so that its provider can send it again. */
export const forgetMessage = (
  database: Database,
  { tenant, id }: { tenant: TenantId; id: string },
) =>
  database.system((tx) =>
    tx.run(db.deleteFrom('sso_requests').where('state_hash', '=', messageHash(tenant, id))),
  );

/** Derives a value for one purpose from the secret of the flow, so that no table holds it. */
export const derive = (
  purpose: 'nonce' | 'verifier' | 'request',
  { flow }: Pick<FlowSecrets, 'flow'>,
) => createHash('sha256').update(`${purpose} ${flow}`).digest('base64url');
