/**
 * User agent tokens and their browser; the first match counts. Tokens that other browsers also send
 * come last.
 */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

const named = (userAgent: string, signs: typeof browsers | typeof systems) =>
  signs.find(([sign]) => userAgent.includes(sign))?.[1] ?? null;

/** Returns browser, system and kind of device of a user agent, as far as it names them. */
export const browserOf = (userAgent: string) => ({
  browser: named(userAgent, browsers),
  system: named(userAgent, systems),
  isPhone: /Mobi|Android|iPhone|iPad/.test(userAgent),
});
