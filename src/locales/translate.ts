import { enUS } from './en-US.ts';
import { esMX } from './es-MX.ts';
import { hiIN } from './hi-IN.ts';
import { locales, type Locale } from './locales.ts';
import { ptBR } from './pt-BR.ts';
import { createTranslation, type Translate, type Translation } from './translation.ts';

/** Every language at once, as the server needs them; a browser loads one (web/session/language.ts). */
export const allTexts = {
  'pt-BR': ptBR,
  'en-US': enUS,
  'es-MX': esMX,
  'hi-IN': hiIN,
} satisfies Record<Locale, object>;

/** The translation to each language. */
export const translations = Object.fromEntries(
  locales.map((locale) => [locale, createTranslation(locale, allTexts[locale])]),
) as Record<Locale, Translation>;

/** Returns a text for people, in their language: mails, and the titles of problems. */
export const translate = (locale: Locale, ...text: Parameters<Translate>): string =>
  translations[locale].t(...text);

/**
 * Returns a text of the catalog in a language: the translation of one of our keys, otherwise the operator's own
 * words as they are.
 */
export const translateIfKey = (locale: Locale, text: string): string =>
  translations[locale].isKey(text) ? translate(locale, text) : text;
