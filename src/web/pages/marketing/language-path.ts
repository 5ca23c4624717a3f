import { locales, shortPaths, type Locale } from '#locales/locales.ts';

/**
 * Returns the locale that a path names, in any case or by its short path; null for an unknown one.
 */
export function localeFromName(name: string): Locale | null {
  const lower = name.toLowerCase();
  return locales.find((locale) => locale.toLowerCase() === lower) ?? shortPaths[lower] ?? null;
}

const baseUrl = 'https://here.invalid';

/**
 * Returns the path of a target within this site; null for any other site, to prevent open redirects
 * (R-SEC-16).
 */
export function safeSitePath(target: string | null): string | null {
  const url = target && URL.parse(target, baseUrl);
  if (!url || url.origin !== baseUrl) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Browsers treat a leading `//` as the address of another site.
  return path.startsWith('//') ? null : path;
}
