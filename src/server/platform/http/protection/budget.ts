import { Failure } from '#contract/errors.ts';

/** Maximum that is held at a time: by all visitors together, and by one. */
type Budget = { total: number; visitor: number };

/**
 * Returns a function that reserves an amount for a visitor and returns its release. It throws
 * `tooManyRequests` (429) beyond the visitor's share, `unavailable` (503) beyond the total.
 */
export function createBudget({ total, visitor: most }: Budget) {
  const held = new Map<string, number>();
  let reservedInTotal = 0;
  const change = (visitor: string, by: number) => {
    const reserved = (held.get(visitor) ?? 0) + by;
    reservedInTotal += by;
    if (reserved > 0) held.set(visitor, reserved);
    else held.delete(visitor);
  };
  return (visitor: string, amount: number) => {
    if ((held.get(visitor) ?? 0) + amount > most) {
      throw new Failure('tooManyRequests', { params: { seconds: 1 } });
    }
    if (reservedInTotal + amount > total) {
      const cause = new Error('the budget of this process for all visitors is used up');
      throw new Failure('unavailable', { cause });
    }
    change(visitor, amount);
    return () => change(visitor, -amount);
  };
}
