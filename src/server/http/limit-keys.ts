import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors.ts';
import type { Store } from './call-counts.ts';
import { tokenHash } from './guard.ts';
import { deviceOf, networkOf } from './visitor.ts';

/** What a rule counts by; a request that has nothing of the kind is not counted by it. */
export type Per =
  /** The address that is named, or else the signed-in person. */
  | 'account'
  /** The address that is named, to which a mail goes. */
  | 'address'
  /** The signed-in person. */
  | 'person'
  | 'tenant'
  /** The organization that a join link leads to. */
  | 'linkedTenant'
  /** The caller's network. */
  | 'network'
  /** The mailed token that is shown. */
  | 'token';

/** A key with attempts of its own; `exempt`: need not be counted; null: refused as any other. */
export type Spared = { key: string } | 'exempt' | null;

// As accounts/service/session.ts writes them.
const known = `
  select device = sha256(convert_to(user_id || ' ' || $3, 'UTF8')) is true as is_device
  from sessions join users on users.id = user_id
  where lower(email) = $1 and impersonator_id is null
    and sessions.created_at > now() - interval '90 days'
    and (network = sha256(convert_to(user_id || ' ' || $2, 'UTF8'))
      or device = sha256(convert_to(user_id || ' ' || $3, 'UTF8')))
  order by is_device desc limit 1`;

/** The key of an account together with a device or a network from which it was signed in to, or null. */
export const knownKey = async (
  store: Store,
  per: Per,
  request: FastifyRequest,
): Promise<Spared> => {
  const email = emailOf(request);
  if (email === null) return null;
  const [network, device] = [networkOf(request), deviceOf(request)];
  const { rows } = await store.query<{ is_device: boolean }>(known, [email, network, device]);
  if (rows[0]?.is_device && device !== null) {
    return { key: `${digest(email)}:${digest(device)}` };
  }
  return rows[0] && per === 'account' ? { key: `${digest(email)}:${network}` } : null;
};

const valid = `
  select from tokens where token_hash = $1 and used_at is null
  union all select from join_links where token = $2 and active limit 1`;

/** Whether a request shows a mailed token that can still be used, or a join link that is open. */
export const isProven = async (store: Store, request: FastifyRequest) => {
  const token = tokenOf(request);
  if (token === null) return false;
  return (await store.query(valid, [tokenHash(token), token])).rows.length > 0;
};

/** Under which name a rule counts a request; null when the request has no such name. */
export const keyOf = async (
  store: Store,
  per: Per,
  request: FastifyRequest,
): Promise<string | null> => {
  const { session, tenant } = request.actor;
  const email = emailOf(request);
  const address = email === null ? null : digest(email);
  const token = tokenOf(request);
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
    case 'network':
      return networkOf(request);
    case 'token':
      return token === null ? null : digest(token);
  }
};

const tenantOfLink = async (store: Store, link: string) => {
  const question = 'select tenant_id as id from join_links where token = $1 and active';
  const { rows } = await store.query<{ id: string }>(question, [link]).catch(() => {
    throw new Failure('unavailable');
  });
  return rows[0]?.id ?? null;
};

const textOf = ({ body, params }: FastifyRequest, name: 'email' | 'token') => {
  const [inBody, inPath] = [body, params] as (Record<string, unknown> | undefined)[];
  const text = inBody?.[name] ?? inPath?.[name];
  return typeof text === 'string' && text.trim() ? text.trim() : null;
};
const emailOf = (request: FastifyRequest) => textOf(request, 'email')?.toLowerCase() ?? null;
const tokenOf = (request: FastifyRequest) => textOf(request, 'token');

/** What requests name is counted, not kept. */
const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
