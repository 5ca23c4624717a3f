import { Failure } from '#contract/errors.ts';

/** Maximum of bytes held at a time: by all senders together, and by one. */
type ByteLimits = { total: number; sender: number };

/**
 * Returns a function that reserves bytes for a sender and returns a function that releases them. It
 * throws `tooManyRequests` (429) when the sender exceeds its share, `unavailable` (503) when the total
 * is exhausted.
 */
export const createByteBudget = ({ total, sender: most }: ByteLimits) => {
  const held = new Map<string, number>();
  let reservedInTotal = 0;
  const change = (sender: string, by: number) => {
    const reserved = (held.get(sender) ?? 0) + by;
    reservedInTotal += by;
    if (reserved > 0) held.set(sender, reserved);
    else held.delete(sender);
  };
  return (sender: string, bytes: number) => {
    if ((held.get(sender) ?? 0) + bytes > most) {
      throw new Failure('tooManyRequests', { params: { seconds: 1 } });
    }
    if (reservedInTotal + bytes > total) throw new Failure('unavailable');
    change(sender, bytes);
    return () => change(sender, -bytes);
  };
};
