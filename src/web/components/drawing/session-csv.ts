import type { Locale } from '#locales/locales.ts';
import { trendingSession } from './session.ts';

/**
 * Language editions of the example session, with the separator that spreadsheets expect in each.
 */
const editions = {
  'pt-BR': {
    separator: ';',
    head: ['candle', 'abertura', 'máxima', 'mínima', 'fechamento', 'stop', 'lado', 'virada'],
    sides: ['comprado', 'vendido'],
  },
  'en-US': {
    separator: ',',
    head: ['candle', 'open', 'high', 'low', 'close', 'stop', 'side', 'turn'],
    sides: ['long', 'short'],
  },
} as const satisfies Partial<Record<Locale, object>>;

export type CsvEdition = keyof typeof editions;

export const isCsvEdition = (name: string | undefined): name is CsvEdition =>
  Object.hasOwn(editions, name ?? '');

/** Returns the trending session as CSV, so that readers can check the robot's arithmetic. */
export const sessionCsv = (edition: CsvEdition) => {
  const { separator, head, sides } = editions[edition];
  const rows = trendingSession.candles.map(({ open, high, low, close }, index) => {
    const { level, isLong, isTurn } = trendingSession.stops[index] ?? { level: 0, isLong: true };
    return [index + 1, open, high, low, close, level, sides[isLong ? 0 : 1], isTurn ? 'x' : ''];
  });
  // The byte order mark makes Excel read the file as UTF-8.
  return `\uFEFF${[head, ...rows].map((row) => row.join(separator)).join('\r\n')}\r\n`;
};
