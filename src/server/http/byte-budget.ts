import { Failure } from '#contract/errors.ts';

/** Bytes that may be held at once: by all senders together, and by one. */
type Bounds = { total: number; sender: number };

/**
 * Returns what reserves bytes for a sender, and what that returns gives them back. Refuses with
 * `tooManyRequests` (429) when the sender holds too many, with `unavailable` (503) when all do.
 */
export const byteBudget = ({ total, sender: most }: Bounds) => {
  const held = new Map<string, number>();
  let all = 0;
  const change = (sender: string, by: number) => {
    const theirs = (held.get(sender) ?? 0) + by;
    all += by;
    if (theirs > 0) held.set(sender, theirs);
    else held.delete(sender);
  };
  return (sender: string, bytes: number) => {
    if ((held.get(sender) ?? 0) + bytes > most) {
      throw new Failure('tooManyRequests', { params: { seconds: 1 } });
    }
    if (all + bytes > total) throw new Failure('unavailable');
    change(sender, bytes);
    return () => change(sender, -bytes);
  };
};
