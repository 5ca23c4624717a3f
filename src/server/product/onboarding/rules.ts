import { Role, roleAllows, transactionsTier } from '#contract/access.ts';
import type { OnboardingState } from '#contract/onboarding/onboarding.ts';
import type { Membership } from '#server/platform/http/contract/guard.ts';

/** Facts that determine the checklist; only `isHidden` is stored for it. */
export type OnboardingFacts = {
  isHidden: boolean;
  isVerified: boolean;
  hasAppearance: boolean;
  /** Seats of the plan; 0: unlimited. */
  seats: number;
  hasOthers: boolean;
  hasTransaction: boolean;
  /** True if a resource is on offer for the member. */
  offersResource: boolean;
  hasDownload: boolean;
  /** True for a plan that is paid for or granted, and no trial. */
  hasPlan: boolean;
};

/** Returns the steps that this member may do, in their order, each with whether it is done (R-ONB-01). */
export function checklistFor(
  { role, tier, readOnly }: Membership,
  facts: OnboardingFacts,
): OnboardingState['steps'] {
  if (facts.isHidden || readOnly || !roleAllows(role, Role.Admin)) return [];
  const hasTransactions = tier >= transactionsTier;
  const steps = [
    { key: 'verify', offered: true, done: facts.isVerified },
    { key: 'appearance', offered: role === Role.Owner, done: facts.hasAppearance },
    // A plan with one seat allows no invitation.
    { key: 'invite', offered: facts.seats !== 1 || facts.hasOthers, done: facts.hasOthers },
    { key: 'transaction', offered: hasTransactions, done: facts.hasTransaction },
    { key: 'resource', offered: !hasTransactions && facts.offersResource, done: facts.hasDownload },
    { key: 'plan', offered: true, done: facts.hasPlan },
  ] as const;
  return steps.flatMap(({ key, offered, done }) => (offered ? [{ key, done }] : []));
}

/** Months of the sample data, the current one included. */
const sampleMonths = 6;

/** Things that a small business buys and sells: day of the month, price in cents, quantity and its variation. */
const sampleItems = [
  { key: 'hosting', day: 1, price: 4_990, quantity: 1, varies: 1 },
  { key: 'rent', day: 2, price: 98_000, quantity: 1, varies: 1 },
  { key: 'supplies', day: 4, price: 1_850, quantity: 3, varies: 5 },
  { key: 'consulting', day: 7, price: 9_500, quantity: 6, varies: 9 },
  { key: 'support', day: 10, price: 3_900, quantity: 4, varies: 6 },
  { key: 'website', day: 13, price: 145_000, quantity: 1, varies: 2 },
  { key: 'travel', day: 16, price: 6_275, quantity: 2, varies: 3 },
  { key: 'training', day: 21, price: 24_000, quantity: 1, varies: 4 },
  { key: 'advertising', day: 26, price: 15_000, quantity: 1, varies: 2 },
] as const;

/** Returns the sample transactions of the last months up to this instant, without texts; the same ones for each day. */
export function sampleTransactions(now: Date) {
  const today = now.toISOString().slice(0, 10);
  const months = Array.from({ length: sampleMonths }, (_, back) => back);
  return months
    .flatMap((back) =>
      sampleItems.map(({ key, day, price, quantity, varies }) => ({
        key,
        price,
        quantity: quantity + ((back * 7 + day * 3) % varies),
        date: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, day))
          .toISOString()
          .slice(0, 10),
      })),
    )
    .filter(({ date }) => date <= today);
}
