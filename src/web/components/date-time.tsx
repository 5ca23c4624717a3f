import { useSyncExternalStore } from 'react';
import { useFormats } from './use-formats.ts';

/**
 * Renders an instant: how long ago in the first week, then day and time. The tooltip has the exact one with its
 * time zone (R-GEN-09).
 */
export function DateTime({ at }: { at: string }) {
  const { ago, date, exact, time } = useFormats();
  const now = useSyncExternalStore(onEachMinute, thisMinute, thisMinute);
  const then = new Date(at);
  return (
    <time dateTime={at} title={exact(then)} className="whitespace-nowrap tabular-nums">
      {ago(then, new Date(now)) ?? `${date(at, 'short')}, ${time(then)}`}
    </time>
  );
}

const minuteMs = 60_000;

/** Returns the end of the current minute, so that nothing in it is in the future; in epoch ms. */
const thisMinute = () => Math.ceil(Date.now() / minuteMs) * minuteMs;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls each listener once a minute, by one timer for all. */
const onEachMinute = (listener: () => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((each) => each()), minuteMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};
