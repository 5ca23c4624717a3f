import type { Verdict } from './goals.ts';

/** What was last measured of each claim, wherever it was measured. */
export type Last = Record<string, { value: number; commit: string }>;

const nameOf = ({ goal, what }: Verdict) => `${goal}: ${what}`;

/** A verdict, and how its value changed since it was last measured with the same data set. */
export interface Compared extends Verdict {
  /** The value as a multiple of the last one. */
  change?: number;
  /** The commit that the last one was measured at. */
  since?: string;
}

/** Sets verdicts beside what was last measured. */
export const compare = (verdicts: readonly Verdict[], last: Last): Compared[] =>
  verdicts.map((verdict) => {
    const before = last[nameOf(verdict)];
    if (!before || before.value === 0) return verdict;
    return { ...verdict, change: verdict.value / before.value, since: before.commit };
  });

/** What is to be compared with next time; what noise has spoiled leaves the value before it. */
export const remember = (verdicts: readonly Verdict[], last: Last, commit: string): Last => ({
  ...last,
  ...Object.fromEntries(
    verdicts
      .filter(({ verdict, value }) => verdict !== 'noisy' && Number.isFinite(value))
      .map((verdict) => [nameOf(verdict), { value: verdict.value, commit }]),
  ),
});
