import { useTranslation } from '#web/session/translation.ts';
import { toUtc, type CalendarDate } from '#web/ui/date/date-text.ts';
import type { BucketLength, DateRange } from './period.ts';

const styles: Record<BucketLength, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
};

const tickStyles: Record<BucketLength, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric' },
  month: { month: 'short' },
  year: { year: 'numeric' },
};

/** Returns formats of a bucket's name, in full and for the axis. */
export function useBucketName(by: BucketLength) {
  const { locale } = useTranslation();
  const full = new Intl.DateTimeFormat(locale, { ...styles[by], timeZone: 'UTC' });
  const tick = new Intl.DateTimeFormat(locale, { ...tickStyles[by], timeZone: 'UTC' });
  return {
    nameOf: (start: CalendarDate) => full.format(toUtc(start)),
    tickOf: (start: CalendarDate) => tick.format(toUtc(start)),
  };
}

/** Returns the format of a range of dates, without what both have in common. */
export function useRangeName() {
  const dates = new Intl.DateTimeFormat(useTranslation().locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return ({ from, to }: DateRange) => dates.formatRange(toUtc(from), toUtc(to));
}
