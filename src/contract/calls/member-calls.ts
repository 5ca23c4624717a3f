import { z } from 'zod';
import type { Role } from '#contract/access.ts';
import type { Endpoint, Subject } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';

/** Rights that a call requires of a signed-in person, and the records that it lists. */
export type MemberCall = {
  role?: Role;
  tier?: number;
  /** Refuses an operator who impersonates the person. */
  inPerson?: true;
  /** Changes data of the organization, which must not be read-only. */
  writes?: true;
  /** Takes `search`. */
  searches?: true;
  /** First field of the records, by which they are named. */
  name?: string;
};

function rightsOf({ access, method }: Endpoint): MemberCall | null {
  if (access.who === 'signed-in') return access.inPerson ? { inPerson: true } : {};
  if (access.who !== 'member') return null;
  const { role, tier, inPerson, whenReadOnly } = access;
  return {
    role,
    tier,
    ...(inPerson && { inPerson }),
    ...(method !== 'GET' && !whenReadOnly && { writes: true }),
  };
}

function listOf({ query, reply }: Endpoint): MemberCall {
  const record = reply instanceof z.ZodArray ? reply.element : null;
  const [name] = record instanceof z.ZodObject ? Object.keys(record.shape) : [];
  return { ...(query?.shape['search'] && { searches: true }), ...(name && { name }) };
}

/**
 * Rights that each call for members requires, by `subject/call`. Only the command palette loads it; other
 * pages need no more than the routes.
 */
export const memberCalls: Readonly<Record<string, MemberCall>> = Object.fromEntries(
  Object.entries(contract).flatMap(([subject, { endpoints }]: [string, Subject]) =>
    Object.entries(endpoints).flatMap(([call, endpoint]) => {
      const rights = rightsOf(endpoint);
      return rights ? [[`${subject}/${call}`, { ...rights, ...listOf(endpoint) }]] : [];
    }),
  ),
);
