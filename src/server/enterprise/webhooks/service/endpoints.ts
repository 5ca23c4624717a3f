import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import type { WebhookEvent } from '#contract/webhooks/event-names.ts';
import { maxWebhooks, type Webhook, type webhookFields } from '#contract/webhooks/webhooks.ts';
import { announceGrant } from '#server/identity/grants/service/announce.ts';
import { lockTenant } from '#server/identity/members/service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, orNotFound, sql, type TableRow } from '#server/platform/database/query.ts';
import type { Member, TenantReader, TenantScope } from '#server/platform/http/contract/guard.ts';
import { isAllowedScheme } from '#server/platform/http/outbound.ts';
import type { MailSiteContext } from '#server/platform/mail/compose.ts';

type EndpointContext = Pick<AppContext, 'config' | 'encryption'> & MailSiteContext;
type Caller = Pick<Member, 'tenant' | 'session'>;
type EndpointRow = TableRow<'webhook_endpoints'>;
type EndpointInput = z.output<typeof webhookFields>;

/** Returns the owner of an endpoint's encrypted key. */
export const keyOwner = (id: string) => ({ purpose: 'webhook', of: id }) as const;

const selectEndpoints = db
  .selectFrom('webhook_endpoints')
  .selectAll()
  .where('tenant_id', '=', scopeTenant)
  .orderBy('id', 'desc');

const updateEndpoint = (id: string) =>
  db.updateTable('webhook_endpoints').where('tenant_id', '=', scopeTenant).where('id', '=', id);

const toRecord = (row: EndpointRow): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events as WebhookEvent[],
  createdAt: row.created_at.toISOString(),
  disabled: row.disabled_at && {
    at: row.disabled_at.toISOString(),
    reason: row.disabled_reason as 'member' | 'failing' | 'gone',
  },
  failingSince: row.failing_since?.toISOString() ?? null,
  formerUntil:
    row.former_until && row.former_until > new Date() ? row.former_until.toISOString() : null,
});

/** Creates a signing key: the prefix of Standard Webhooks and 32 random bytes. */
const createSigningKey = () => `whsec_${randomBytes(32).toString('base64')}`;

function assertScheme({ config }: Pick<AppContext, 'config'>, url: string) {
  if (!isAllowedScheme(new URL(url), config)) throw new Failure('webhook.https');
}

/** Lists the endpoints of the organization, newest first (R-WHK-01). */
export const listEndpoints = async ({ read }: TenantReader) =>
  (await read(selectEndpoints)).map(toRecord);

/** Returns an endpoint; 404 if the organization has none with this id. */
export async function getEndpoint({ read }: TenantReader, id: string) {
  const [row] = await read(selectEndpoints.where('id', '=', id));
  return toRecord(orNotFound(row));
}

/**
 * Adds an endpoint and returns it with its signing key, which is stored encrypted. Throws `webhook.limit` beyond 50
 * endpoints, and `webhook.https` for an unencrypted address on a server that others reach (R-WHK-01).
 */
export function createEndpoint(
  context: EndpointContext,
  { tenant, session }: Caller,
  { url, description, events }: EndpointInput,
) {
  assertScheme(context, url);
  return tenant.run(async (tx) => {
    await lockTenant(tx, tenant.id);
    if ((await tx.all(selectEndpoints)).length >= maxWebhooks) throw new Failure('webhook.limit');
    const signingKey = createSigningKey();
    const id = randomUUIDv7();
    const row = await tx.one(
      db
        .insertInto('webhook_endpoints')
        .values({
          tenant_id: tenant.id,
          id,
          url,
          description,
          events: [...new Set(events)].toSorted(),
          signing_key: await context.encryption.encrypt(keyOwner(id), signingKey),
        })
        .returningAll(),
    );
    await announceGrant(tx, { context, tenant, session }, { kind: 'webhook', name: url });
    return { ...toRecord(row), signingKey };
  });
}

/** Changes an endpoint, or turns it on or off; what failed before doesn't count against one that is on again or moved. */
export async function changeEndpoint(
  context: EndpointContext,
  { tenant, session }: Caller,
  { id, url, description, events, enabled }: EndpointInput & { id: string; enabled: boolean },
) {
  assertScheme(context, url);
  const row = await tenant.run(async (tx) => {
    const current = await tx.first(selectEndpoints.where('id', '=', id).forUpdate());
    if (!current) throw new Failure('notFound');
    const isSwitched = enabled === (current.disabled_at !== null);
    const isMoved = url !== current.url;
    if (isMoved || (isSwitched && enabled))
      await announceGrant(tx, { context, tenant, session }, { kind: 'webhook', name: url });
    return tx.one(
      updateEndpoint(id)
        .set({ url, description, events: [...new Set(events)].toSorted() })
        .$if(isMoved || isSwitched, (query) => query.set({ failing_since: null }))
        .$if(isSwitched, (query) =>
          query.set({
            disabled_at: enabled ? null : sql<Date>`now()`,
            disabled_reason: enabled ? null : 'member',
          }),
        )
        .returningAll(),
    );
  });
  return toRecord(row);
}

/** Replaces the signing key; for `overlap` hours both keys sign, so that receivers can change theirs (R-WHK-01). */
export const rotateKey = (
  context: EndpointContext,
  { tenant, session }: Caller,
  { id, overlap }: { id: string; overlap: number },
) =>
  tenant.run(async (tx) => {
    const current = await tx.first(selectEndpoints.where('id', '=', id).forUpdate());
    if (!current) throw new Failure('notFound');
    const signingKey = createSigningKey();
    const row = await tx.one(
      updateEndpoint(id)
        .set({
          signing_key: await context.encryption.encrypt(keyOwner(id), signingKey),
          former_key: overlap > 0 ? current.signing_key : null,
          former_until: overlap > 0 ? sql<Date>`now() + make_interval(hours => ${overlap})` : null,
        })
        .returningAll(),
    );
    await announceGrant(tx, { context, tenant, session }, { kind: 'webhook', name: row.url });
    return { ...toRecord(row), signingKey };
  });

/** Deletes an endpoint with its deliveries; 404 if the organization has none with this id. */
export async function removeEndpoint(tenant: TenantScope, id: string) {
  const removed = await tenant.run((tx) =>
    tx.run(
      db.deleteFrom('webhook_endpoints').where('tenant_id', '=', scopeTenant).where('id', '=', id),
    ),
  );
  if (removed === 0) throw new Failure('notFound');
}
