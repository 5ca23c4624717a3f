import type { Locale } from '#locales/locales.ts';
import { trending } from './session.ts';

/** The editions of the example session: how spreadsheets of the language separate and write numbers. */
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

export type Edition = keyof typeof editions;

export const isEdition = (name: string | undefined): name is Edition =>
  Object.hasOwn(editions, name ?? '');

/** The drawn session as a table for spreadsheets (CSV), to do the robot's sums again. */
export const sessionFile = (edition: Edition) => {
  const { separator, head, sides } = editions[edition];
  const rows = trending.candles.map(({ open, high, low, close }, index) => {
    const { level, isLong, isTurn } = trending.stops[index] ?? { level: 0, isLong: true };
    return [index + 1, open, high, low, close, level, sides[isLong ? 0 : 1], isTurn ? 'x' : ''];
  });
  // The mark at the beginning tells Excel that the text is UTF-8.
  return `\uFEFF${[head, ...rows].map((row) => row.join(separator)).join('\r\n')}\r\n`;
};
