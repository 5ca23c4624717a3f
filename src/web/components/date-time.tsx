import {
  useId,
  useState,
  useSyncExternalStore,
  type FocusEvent,
  type PointerEvent,
  useEffect,
  type ReactNode,
} from 'react';
import { serverNow } from '#web/ui/clock.ts';
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

type ExactTimeProps = {
  id: string;
  /** Element that it explains. */
  anchor: Element;
  children: ReactNode;
};

const show = (tooltip: HTMLElement | null) => tooltip?.showPopover();

/** Height that a tooltip needs below its element, in px; otherwise it is shown above. */
const room = 48;

/** Renders a tooltip in the top layer, where no table cuts it off; it follows its element when the page scrolls. */
function ExactTime({ id, anchor, children }: ExactTimeProps) {
  const [place, setPlace] = useState(() => anchor.getBoundingClientRect());
  useEffect(() => {
    const over = new AbortController();
    const follow = () => setPlace(anchor.getBoundingClientRect());
    addEventListener('scroll', follow, { capture: true, signal: over.signal });
    return () => over.abort();
  }, [anchor]);
  const isBelow = place.bottom + room < innerHeight;
  return (
    <span
      ref={show}
      id={id}
      popover="manual"
      role="tooltip"
      className="fixed m-0 w-max rounded-md border border-line bg-ink px-2 py-1 text-xs whitespace-normal text-canvas shadow-md"
      // Inline style, because the place is measured.
      style={{
        inset: 'auto',
        ...(isBelow ? { top: place.bottom + 2 } : { bottom: innerHeight - place.top + 2 }),
        // Wraps at the edge of the screen.
        ...(place.left < innerWidth / 2
          ? { left: Math.max(8, place.left), maxWidth: innerWidth - place.left - 8 }
          : { right: Math.max(8, innerWidth - place.right), maxWidth: place.right - 8 }),
      }}
    >
      {children}
    </span>
  );
}
