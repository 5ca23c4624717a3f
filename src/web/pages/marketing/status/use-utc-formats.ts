import { useTranslation } from '#web/session/translation.ts';
import { formats } from '#web/theme/formats.ts';

const units = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** Returns formats in UTC: without scripts a page doesn't know the reader's time zone. */
export function useUtcFormats() {
  const { locale } = useTranslation();
  const inUnit = (count: number, unit: (typeof units)[number][0]) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  const instant = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
      ...options,
    });
  const [plain, named] = [instant({}), instant({ timeZoneName: 'short' })];
  const uptime = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 2,
    roundingMode: 'trunc',
  });
  return {
    ...formats(locale, 'UTC'),
    /** Formats a share without rounding it up: an interruption stays visible. */
    uptime: (share: number) => uptime.format(share),
    /** Formats an instant of the last 90 days. */
    minute: (at: string) => plain.format(new Date(at)),
    /** Formats it with the time zone. */
    minuteInZone: (at: string) => named.format(new Date(at)),
    days: (count: number) => inUnit(count, 'day'),
    /** Formats minutes in the largest unit of which there are at least two. */
    duration: (minutes: number) => {
      const [unit, size] =
        units.find(([, size]) => minutes >= 2 * size) ?? (['minute', 1] as const);
      return inUnit(Math.max(1, Math.round(minutes / size)), unit);
    },
  };
}
