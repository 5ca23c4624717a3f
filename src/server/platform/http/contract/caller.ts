import { hash } from 'node:crypto';
import { compileOnce } from '#server/platform/database/driver/compiled-query.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { sql } from '#server/platform/database/query.ts';
import type { Authorization } from './authorization.ts';

/** Caller of a read, which can't extend the session itself. */
export type ReadingCaller = Authorization & { is_due: boolean };

/** Returns the SHA-256 of a bearer token. The database stores nothing else of it. */
export const tokenHash = (token: string) => hash('sha256', token, 'buffer');

/**
 * Returns the hash of the token of a session, which includes the organization at whose own address the session was
 * opened: at any other host the same token has another hash, so that no session has it (R-ADR-03, decision 61).
 */
export const sessionHash = (token: string, address: string | null | undefined) =>
  tokenHash(address ? `${token} ${address}` : token);

/** Authorizes a call in a statement of its own, and extends the session if that is due. */
export const authorizeQuery = compileOnce(
  ({ hash, tenant }: { hash: Buffer; tenant: string | null }) =>
    sql<Authorization>`select * from app.authorize(${hash}, ${tenant}::uuid, false)`,
);

/** Shortens a session to what an organization allows, and records the entry of its break-glass owner. */
export const applyPoliciesQuery = compileOnce(
  ({ tenant, session }: { tenant: string; session: string }) =>
    sql<object>`select app.apply_session_policies(${tenant}::uuid, ${session}::uuid)`,
);

/**
 * Authorizes the caller of a read in its transaction, and opens the tenant's scope for a member; `hash` is the
 * `sessionHash` of their token.
 */
export const enterQuery = compileOnce(
  ({ hash }: { hash: Buffer }) =>
    sql<ReadingCaller>`select * from app.authorize(${hash}, ${scopeTenant}::uuid, true)`,
);
