import { clsx } from 'clsx';
import { StopLine } from './stop-line.tsx';

/** Candles of the whole limit: few are wide, and many are not seen. */
const minSteps = 12;
const maxSteps = 24;

type Props = {
  used: number;
  limit: number;
  /** Accessible name, or the id of the element that has it. */
  label: { 'aria-label': string } | { 'aria-labelledby': string };
  /** Value in words, for screen readers. */
  text: string;
  className?: string;
};

/** Draws what is used of a limit: candles with the stop above, and dashed what is left. */
export function StopMeter({ used, limit, label, text, className }: Props) {
  const count = Math.min(limit * Math.ceil(minSteps / limit), maxSteps);
  const part = Math.min(1, used / limit) * count;
  // Anything used is seen, and only all of it fills the drawing.
  const filled = part > count - 1 ? Math.floor(part) : Math.ceil(part);
  const steps = Array.from({ length: count }, (_, at) => at + 1);
  const taken = steps.slice(0, filled);
  return (
    <span
      role="meter"
      {...label}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(used, limit)}
      aria-valuetext={text}
      className={clsx('block', className)}
    >
      <StopLine totals={taken} best={taken} compared={steps} className="size-full" />
    </span>
  );
}
