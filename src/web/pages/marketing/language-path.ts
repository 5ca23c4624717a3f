import { locales, type Locale } from '#locales/locales.ts';

/** Short names of languages in paths (R-SITE-02). */
const shortNames: Record<string, Locale> = {
  es: 'es-MX',
  mx: 'es-MX',
  en: 'en-US',
  hi: 'hi-IN',
  in: 'hi-IN',
};

/**
 * Returns the locale that a path names, in any case or by its short name; null for an unknown one.
 */
export const localeFromName = (name: string): Locale | null => {
  const lower = name.toLowerCase();
  return locales.find((locale) => locale.toLowerCase() === lower) ?? shortNames[lower] ?? null;
};

const baseUrl = 'https://here.invalid';

/**
 * Returns the path of a target within this site; null for any other site, to prevent open redirects
 * (R-SEC-16).
 */
export const safeSitePath = (target: string | null): string | null => {
  const url = target && URL.parse(target, baseUrl);
  if (!url || url.origin !== baseUrl) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Browsers treat a leading `//` as the address of another site.
  return path.startsWith('//') ? null : path;
};
