import { csvBeginning, csvLine } from '#contract/lists/csv.ts';
import type { Locale } from '#locales/locales.ts';
import { trendingSession } from './session.ts';

/** Language editions of the example session. */
const editions = {
  'pt-BR': {
    head: ['candle', 'abertura', 'máxima', 'mínima', 'fechamento', 'stop', 'lado', 'virada'],
    sides: ['comprado', 'vendido'],
  },
  'en-US': {
    head: ['candle', 'open', 'high', 'low', 'close', 'stop', 'side', 'turn'],
    sides: ['long', 'short'],
  },
} as const satisfies Partial<Record<Locale, object>>;

export type CsvEdition = keyof typeof editions;

export const isCsvEdition = (name: string | undefined): name is CsvEdition =>
  Object.hasOwn(editions, name ?? '');

/** Returns the trending session as CSV, so that readers can check the robot's arithmetic. */
export function sessionCsv(edition: CsvEdition) {
  const { head, sides } = editions[edition];
  const rows = trendingSession.candles.map(({ open, high, low, close }, index) => {
    const { level, isLong, isTurn } = trendingSession.stops[index] ?? { level: 0, isLong: true };
    return [index + 1, open, high, low, close, level, sides[isLong ? 0 : 1], isTurn ? 'x' : ''];
  });
  return csvBeginning + [head, ...rows].map((row) => csvLine(row, edition)).join('');
}
