import { useId, useState, useSyncExternalStore, type FocusEvent, type PointerEvent } from 'react';
import { serverNow } from '#web/ui/clock.ts';
import { ExactTime } from './exact-time.tsx';
import { useFormats } from './use-formats.ts';

type Props = {
  at: string;
  /** Shows the day alone of what is older than a week, where there is little room. */
  day?: boolean;
};

/**
 * Renders an instant: how long ago in the first week, then day and time. The exact one with its time zone is
 * shown to a pointer, to the keyboard and after a tap (R-GEN-09).
 */
export function DateTime({ at, day = false }: Props) {
  const { ago, date, exact, time } = useFormats();
  const now = useSyncExternalStore(onEachMinute, thisMinute, thisMinute);
  const id = useId();
  const [anchor, setAnchor] = useState<Element>();
  const then = new Date(at);
  const show = ({ currentTarget }: FocusEvent | PointerEvent) => setAnchor(currentTarget);
  const hide = () => setAnchor(undefined);
  const older = date(at, 'short');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only shows a tooltip
    <time
      dateTime={at}
      // A tooltip must be reachable without a pointer (WCAG 2.2, 2.1.1).
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-describedby={anchor && id}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
      className="rounded-sm whitespace-nowrap tabular-nums"
    >
      {ago(then, new Date(now)) ?? (day ? older : `${older}, ${time(then)}`)}
      {anchor && (
        <ExactTime id={id} anchor={anchor}>
          {exact(then)}
        </ExactTime>
      )}
    </time>
  );
}

const minuteMs = 60_000;

/** Returns the end of the current minute, so that nothing in it is in the future; in epoch ms. */
const thisMinute = () => serverNow().setSeconds(60, 0);

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls each listener once a minute, by one timer for all. */
function onEachMinute(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((each) => each()), minuteMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
