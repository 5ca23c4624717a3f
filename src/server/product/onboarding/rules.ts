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

/**
 * Results of a desk in points, by weekday from Monday on, of four weeks that repeat; 0: no trade. The second week loses,
 * which is the last one before the current.
 */
const sampleWeeks = [
  [420, -150, 610, 0, 260],
  [-310, -265, 0, -420, -150],
  [305, -150, 720, 190, 0],
  [-150, 380, 0, 540, -205],
] as const;

/** Price in cents of a point of each contract, and of each cost. */
const samplePrices = { index: 100, dollar: 1_000, fees: 107, quotes: 8_900 };

type SampleRow = { key: keyof typeof samplePrices; quantity: number };

const dayMs = 86_400_000;

/** Returns the trades and costs of a desk on a weekday, 1 for Monday, that many weeks ago. */
function sampleDay(weeksAgo: number, weekday: number): SampleRow[] {
  const week = sampleWeeks[weeksAgo % sampleWeeks.length] ?? [];
  const points = week[weekday - 1] ?? 0;
  // Weeks differ a little; a loss stays one.
  const varied = points === 0 ? 0 : points + ((weeksAgo * 7 + weekday * 3) % 9) * 5;
  const rows: SampleRow[] = varied === 0 ? [] : [{ key: 'index', quantity: varied }];
  if (weekday === 3) rows.push({ key: 'dollar', quantity: weeksAgo % 3 === 1 ? -14 : 9 });
  if (weekday === 5) rows.push({ key: 'fees', quantity: -40 });
  return rows;
}

/** Returns the sample transactions of the last months up to this instant, without texts; the same ones for each day. */
export function sampleTransactions(now: Date) {
  const today = Math.floor(now.getTime() / dayMs);
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 - sampleMonths, 1) / dayMs;
  // Numbers of days since 1970-01-01, a Thursday.
  const weekday = (day: number) => ((day + 3) % 7) + 1;
  const monday = (day: number) => day - weekday(day) + 1;
  return Array.from({ length: today - first + 1 }, (_, index) => first + index).flatMap((day) => {
    const date = new Date(day * dayMs).toISOString().slice(0, 10);
    const rows = sampleDay((monday(today) - monday(day)) / 7, weekday(day));
    if (date.endsWith('-01')) rows.push({ key: 'quotes', quantity: -1 });
    return rows.map((row) => ({ ...row, price: samplePrices[row.key], date }));
  });
}
