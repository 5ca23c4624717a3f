import { locales, type Locale } from '#locales/locales.ts';

/** The short paths of the site (specification, section 2). */
const shortNames: Record<string, Locale> = {
  es: 'es-MX',
  mx: 'es-MX',
  en: 'en-US',
  hi: 'hi-IN',
  in: 'hi-IN',
};

/** The language that a path names: `pt-BR` in any case, or one of the short names. */
export const localeNamed = (name: string): Locale | null => {
  const lower = name.toLowerCase();
  return locales.find((locale) => locale.toLowerCase() === lower) ?? shortNames[lower] ?? null;
};

const here = 'https://here.invalid';

/** A path of this site, from an address that anybody may have written; null for anything else. */
export const sitePath = (asked: string | null): string | null => {
  const url = asked && URL.parse(asked, here);
  if (!url || url.origin !== here) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Browsers read two slashes as the beginning of another site's address.
  return path.startsWith('//') ? null : path;
};
