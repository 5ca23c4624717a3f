import { Popover } from '@base-ui/react/popover';
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useKitTexts } from '#web/ui/kit-texts.tsx';
import { addDays, addMonths, toUtc, today, weekdayOf, weeksOf } from './date-text.ts';

type Props = {
  /** Chosen date; null for none. */
  date: string | null;
  min: string | undefined;
  max: string | undefined;
  locale: string | undefined;
  /** Button that opened it; gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>;
  onChoose: (date: string) => void;
  onClose: () => void;
};

/** Renders the calendar of a date field in a popover; its keys follow the ARIA date picker pattern. */
export function Calendar({ date, min, max, locale, opener, onChoose, onClose }: Props) {
  const texts = useKitTexts();
  const popup = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(date ?? today());
  const isOffered = (day: string) => (!min || day >= min) && (!max || day <= max);
  const format = (options: Intl.DateTimeFormatOptions) => {
    const style = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (day: string) => style.format(toUtc(day));
  };
  const month = format({ month: 'long', year: 'numeric' })(focused);
  const move = (months: number) => setFocused(addMonths(focused, months));
  return (
    <Popover.Root
      open
      onOpenChange={(_open, { event }) => {
        // A press on the opener closes it there.
        if (!opener.current?.contains(event.target as Node)) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={opener} align="end" sideOffset={6} className="z-50">
          <Popover.Popup
            ref={popup}
            aria-label={texts.openCalendar}
            initialFocus={() =>
              popup.current?.querySelector<HTMLElement>('[tabindex="0"][data-day]')
            }
            finalFocus={opener}
            className="w-72 rounded-lg border border-line bg-raised p-3 text-ink shadow-lg outline-none"
          >
            <div className="flex items-center justify-between pb-2">
              <IconButton label={texts.previousMonth} onClick={() => move(-1)}>
                <ChevronLeft aria-hidden />
              </IconButton>
              <p aria-live="polite" className="text-sm font-semibold first-letter:uppercase">
                {month}
              </p>
              <IconButton label={texts.nextMonth} onClick={() => move(1)}>
                <ChevronRight aria-hidden />
              </IconButton>
            </div>
            <MonthGrid
              label={month}
              {...{ date, focused, isOffered, format, onChoose }}
              onFocus={setFocused}
            />
            <Button
              variant="white"
              size="sm"
              className="mt-2 w-full"
              disabled={!isOffered(today())}
              onClick={() => onChoose(today())}
            >
              {texts.today}
            </Button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

type GridProps = {
  /** Accessible name: the month. */
  label: string;
  /** Day in the tab order; its month is shown. */
  focused: string;
  isOffered: (day: string) => boolean;
  format: (options: Intl.DateTimeFormatOptions) => (day: string) => string;
  onFocus: (day: string) => void;
} & Pick<Props, 'date' | 'onChoose'>;

/** Returns the day that a key leads to from another; undefined for other keys. */
function dayAfterKey(day: string, { key, shiftKey }: KeyboardEvent): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}

function MonthGrid({ label, date, focused, isOffered, format, onFocus, onChoose }: GridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const weeks = weeksOf(focused);
  const [full, name, short] = [
    format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    format({ weekday: 'long' }),
    format({ weekday: 'narrow' }),
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(focused, event);
    if (next === undefined) return;
    event.preventDefault();
    // The day may be in another month, whose buttons must exist before one can get the focus.
    flushSync(() => onFocus(next));
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  return (
    <div ref={grid} role="grid" aria-label={label} className="text-center text-sm">
      <div role="row" className="grid grid-cols-7">
        {Array.from({ length: 7 }, (_, day) => addDays('2026-03-01', day)).map((day) => (
          <span key={day} role="columnheader" aria-label={name(day)} className={headClass}>
            {short(day)}
          </span>
        ))}
      </div>
      {weeks.map((week, index) => (
        <div key={week.find(Boolean) ?? index} role="row" className="grid grid-cols-7">
          {week.map((day, weekday) => (
            <span key={day ?? weekday} role="gridcell" aria-selected={day !== null && day === date}>
              {day && (
                <button
                  type="button"
                  data-day={day}
                  tabIndex={day === focused ? 0 : -1}
                  aria-label={full(day)}
                  aria-current={day === today() ? 'date' : undefined}
                  aria-disabled={!isOffered(day) || undefined}
                  onKeyDown={onKeyDown}
                  onClick={() => isOffered(day) && onChoose(day)}
                  className={clsx(dayClass, day === date && chosenClass)}
                >
                  {Number(day.slice(8))}
                </button>
              )}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

const headClass = 'py-2 text-xs font-medium text-muted';
const dayClass = clsx(
  'my-0.5 size-8.5 cursor-pointer rounded-md tabular-nums transition-colors hover:bg-sunken',
  'aria-[current=date]:font-bold aria-[current=date]:text-accent-ink',
  'aria-disabled:cursor-not-allowed aria-disabled:text-muted aria-disabled:line-through',
);
const chosenClass = 'bg-accent text-on-accent! hover:bg-accent-hover';
