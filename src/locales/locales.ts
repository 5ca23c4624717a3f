/** The languages of the product; the first is the default (specification, section 1). */
export const locales = ['pt-BR', 'en-US', 'es-MX', 'hi-IN'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'pt-BR';
/** Short paths of languages, such as `/es` (R-SITE-02). */
export const shortPaths: Record<string, Locale> = {
  es: 'es-MX',
  mx: 'es-MX',
  en: 'en-US',
  hi: 'hi-IN',
  in: 'hi-IN',
};
/** Where a key missing in a locale is looked up. */
export const fallbackLocale: Locale = 'en-US';

export const isLocale = (value: unknown): value is Locale =>
  locales.some((locale) => locale === value);
