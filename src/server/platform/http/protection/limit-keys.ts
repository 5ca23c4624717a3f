import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { identityTier } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { addressKey } from '#contract/shapes.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import { meantOrganization } from '#server/platform/http/meant-organization.ts';
import { deviceTokenOf, networkOf } from '#server/platform/http/visitor.ts';
import type { CounterStore } from './call-counts.ts';

/** Subject that a rule counts by; a request without it is not counted by that rule. */
export type LimitSubject =
  /** Email address in the request, or else the signed-in user. */
  | 'account'
  /** Email address in the request, to which an email is sent. */
  | 'address'
  | 'person'
  | 'tenant'
  /** Organization of the join link in the request. */
  | 'linkedTenant'
  /** Organization of the call, or whose identity provider the visitor means. */
  | 'ssoTenant'
  | 'network'
  /** Emailed token in the request. */
  | 'token'
  /** Pending sign-in in the request. */
  | 'challenge'
  /** Account of that sign-in. */
  | 'challenged';

/** Key with a separate count; `exempt`: not counted; null: refused by the rule. */
export type Exemption = { key: string } | 'exempt' | null;

/** Refuses a request that can't be counted; the log names the cause. */
export function refuseUncounted(cause: unknown): never {
  throw new Failure('unavailable', { cause });
}

// Hashed as in accounts/service/session.ts.
const knownDeviceQuery = `
  select device = sha256(convert_to(user_id || ' ' || $3, 'UTF8')) is true as is_device
  from sessions join users on users.id = user_id
  where lower(email) = $1 and impersonator_id is null
    and sessions.created_at > now() - interval '90 days'
    and (network = sha256(convert_to(user_id || ' ' || $2, 'UTF8'))
      or device = sha256(convert_to(user_id || ' ' || $3, 'UTF8')))
  order by is_device desc limit 1`;

/** Returns the key of an account with a device or network from which it signed in before, or null. */
export async function knownDeviceKey(
  store: CounterStore,
  per: LimitSubject,
  request: FastifyRequest,
): Promise<Exemption> {
  const email = emailOf(request) ?? (await emailOfChallenge(store, request));
  if (email === null) return null;
  const [network, device] = [networkOf(request), deviceTokenOf(request)];
  const { rows } = await store.query<{ is_device: boolean }>(knownDeviceQuery, [
    email,
    network,
    device,
  ]);
  if (rows[0]?.is_device && device !== null) {
    return { key: `${digest(email)}:${digest(device)}` };
  }
  return rows[0] && (per === 'account' || per === 'challenged')
    ? { key: `${digest(email)}:${network}` }
    : null;
}

const validTokenQuery = `
  select 1 from tokens where token_hash = $1 and used_at is null
  union all select 1 from join_links where token = $2 and active limit 1`;

/** Returns true if a request contains a valid emailed token or an active join link. */
export async function hasValidToken(store: CounterStore, request: FastifyRequest) {
  const token = tokenOf(request);
  if (token === null) return false;
  return (await store.query(validTokenQuery, [tokenHash(token), token])).rows.length > 0;
}

/** Returns the key by which a rule counts a request; null if the request has no such subject. */
export async function limitKeyOf(
  store: CounterStore,
  per: LimitSubject,
  request: FastifyRequest,
): Promise<string | null> {
  const { session, tenant } = request.actor;
  const email = emailOf(request);
  const address = email === null ? null : digest(email);
  const token = tokenOf(request);
  const challenge = textOf(request, 'challenge');
  switch (per) {
    case 'account':
      return address ?? session?.user ?? null;
    case 'address':
      return address;
    case 'person':
      return session?.user ?? null;
    case 'tenant':
      return tenant?.id ?? null;
    case 'linkedTenant':
      return token === null ? null : tenantOfLink(store, token);
    case 'ssoTenant':
      return tenant?.id ?? tenantWithSso(store, request);
    case 'network':
      return networkOf(request);
    case 'token':
      return token === null ? null : digest(token);
    case 'challenge':
      return challenge === null ? null : digest(challenge);
    case 'challenged': {
      const challenged = await emailOfChallenge(store, request);
      return challenged === null ? null : digest(challenged);
    }
  }
}

const challengeQuery = `
  select lower(email) as email from users join tokens on users.id = user_id
  where token_hash = $1 and purpose = 'signIn'`;

/** Returns the address of the account whose pending sign-in a request completes, or null. */
async function emailOfChallenge(store: CounterStore, request: FastifyRequest) {
  const challenge = textOf(request, 'challenge');
  if (challenge === null) return null;
  const { rows } = await store
    .query<{ email: string }>(challengeQuery, [tokenHash(challenge)])
    .catch(refuseUncounted);
  return rows[0]?.email ?? null;
}

async function tenantOfLink(store: CounterStore, link: string) {
  const question = 'select tenant_id as id from join_links where token = $1 and active';
  const { rows } = await store.query<{ id: string }>(question, [link]).catch(refuseUncounted);
  return rows[0]?.id ?? null;
}

const ssoQuery = 'select app.tenant_with_tier(app.find_tenant($1, $2), $3, true) as id';

async function tenantWithSso(store: CounterStore, request: FastifyRequest) {
  const organization = textOf(request, 'organization') ?? undefined;
  const named = { email: emailOf(request) ?? undefined, organization };
  const { kind, name } = meantOrganization(named, request.site.owner?.tenant);
  const { rows } = await store
    .query<{ id: string | null }>(ssoQuery, [kind, name, identityTier])
    .catch(refuseUncounted);
  return rows[0]?.id ?? null;
}

function textOf(
  { body, params }: FastifyRequest,
  name: 'email' | 'token' | 'challenge' | 'organization',
) {
  const [inBody, inPath] = [body, params] as (Record<string, unknown> | undefined)[];
  const text = inBody?.[name] ?? inPath?.[name];
  return typeof text === 'string' && text.trim() ? text.trim() : null;
}
function emailOf(request: FastifyRequest) {
  const text = textOf(request, 'email');
  return text === null ? null : addressKey(text);
}
const tokenOf = (request: FastifyRequest) => textOf(request, 'token');

/** Hashes a key, so that counters don't store email addresses or tokens. */
const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
