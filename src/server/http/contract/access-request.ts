import type { FastifyRequest } from 'fastify';
import type { Access } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { MemberAccess } from './permissions.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the session token of a request, or null. */
const bearerOf = (request: FastifyRequest) =>
  request.headers.authorization?.match(/^Bearer ([\w-]{1,200})$/i)?.[1] ?? null;

/**
 * Returns the tenant that a member's call names. Only callers with a live session learn of a wrong key,
 * so the failure is returned here and thrown later.
 */
const requestedTenant = (request: FastifyRequest, of: string | null): string | Failure => {
  const header = request.headers['x-tenant-key'];
  const key = header === undefined ? null : String(header).toLowerCase();
  if (key !== null && !uuid.test(key)) return new Failure('tenant.keyMissing');
  if (of === null) return key ?? new Failure('tenant.keyMissing');
  const named = (request.params as Record<string, string>)[of]?.toLowerCase() ?? '';
  if (!uuid.test(named)) return new Failure('notFound');
  return key === null || key === named ? named : new Failure('tenant.keyMismatch');
};

/** Call to authorize; `named`: the tenant that a member's call names. */
export type AccessRequest = { request: FastifyRequest; token: string | null } & (
  | { access: MemberAccess; named: string | Failure }
  | { access: Exclude<Access, MemberAccess>; named: null }
);

/** Reads token and tenant key of a request; both are unverified. */
export const toAccessRequest = (access: Access, request: FastifyRequest): AccessRequest => {
  const token = bearerOf(request);
  return access.who === 'member'
    ? { access, named: requestedTenant(request, access.of), request, token }
    : { access, named: null, request, token };
};
