import { Role } from '#contract/access.ts';

/** Requirement of each demo page (R-SEC-04, R-SEC-05). */
export const pageGates = {
  // Specified so: the page of the smallest plan shows what it lacks.
  starter: { tier: 2 },
  pro: { tier: 2 },
  unlimited: { tier: 3 },
  owner: { role: Role.Owner },
  admin: { role: Role.Admin },
  member: { role: Role.Member },
} as const;
export type Gate = keyof typeof pageGates;

/** Default products by tier (R-PRD-05). */
export const demoPlans = [
  { tier: 1, plan: 'Starter' },
  { tier: 2, plan: 'Pro' },
  { tier: 3, plan: 'Unlimited' },
] as const;

export const demoRoles = [Role.Owner, Role.Admin, Role.Member] as const;
