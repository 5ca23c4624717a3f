import type { Verdict } from './goals.ts';

/** Last measured value of each claim, on any machine. */
export type Last = Record<string, { value: number; commit: string }>;

const nameOf = ({ goal, what }: Verdict) => `${goal}: ${what}`;

/** Verdict with the change since the last run on the same data set. */
export interface Compared extends Verdict {
  /** Value as a multiple of the last one. */
  change?: number;
  /** Commit of the last measurement. */
  since?: string;
}

/** Adds the last measured values to verdicts. */
export const compare = (verdicts: readonly Verdict[], last: Last): Compared[] =>
  verdicts.map((verdict) => {
    const before = last[nameOf(verdict)];
    if (!before || before.value === 0) return verdict;
    return { ...verdict, change: verdict.value / before.value, since: before.commit };
  });

/** Returns the values to compare with next time; noisy ones keep the value before. */
export const remember = (verdicts: readonly Verdict[], last: Last, commit: string): Last => ({
  ...last,
  ...Object.fromEntries(
    verdicts
      .filter(({ verdict, value }) => verdict !== 'noisy' && Number.isFinite(value))
      .map((verdict) => [nameOf(verdict), { value: verdict.value, commit }]),
  ),
});
