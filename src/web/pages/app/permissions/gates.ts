import { Role } from '#contract/access.ts';

/** What the pages of this demo ask for (specification, section 6). */
export const gates = {
  starter: { tier: 2 },
  pro: { tier: 2 },
  unlimited: { tier: 3 },
  owner: { role: Role.Owner },
  admin: { role: Role.Admin },
  member: { role: Role.Member },
} as const;
export type Gate = keyof typeof gates;

/** The products of section 3, by tier. */
export const plans = [
  { tier: 1, plan: 'Starter' },
  { tier: 2, plan: 'Pro' },
  { tier: 3, plan: 'Unlimited' },
] as const;

export const roles = [Role.Owner, Role.Admin, Role.Member] as const;
