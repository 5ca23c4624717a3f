import { randomUUID } from 'node:crypto';
import type { MatrixActor } from './access-oracle.ts';
import type { SeededTenant } from './fixtures.ts';

/** Visitor with a home organization and the ids of their user and session. */
export type SeededActor = MatrixActor & { home: SeededTenant; self: string; session: string };

type ActorOptions = Partial<MatrixActor> & {
  name: string;
  home: SeededTenant;
  self?: string;
  session?: string;
};

/** Fills in the defaults of a visitor. */
export const seededActor = (wanted: ActorOptions): SeededActor => ({
  headers: {},
  live: true,
  operator: false,
  operatorRole: null,
  impersonated: false,
  writes: false,
  stale: false,
  memberships: {},
  self: wanted.home.records['user'] ?? '',
  session: randomUUID(),
  ...wanted,
});

/** Returns the headers with a token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
