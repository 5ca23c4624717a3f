import { createInstance, type ParseKeys, type TOptions } from 'i18next';
import { enUS } from './en-US.ts';
import { esMX } from './es-MX.ts';
import { hiIN } from './hi-IN.ts';
import { fallbackLocale, type Locale } from './locales.ts';
import { ptBR } from './pt-BR.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof enUS };
  }
}

/** Every language at once, as the server needs them; a browser loads one (web/session/i18n.ts). */
export const allTranslations = {
  'pt-BR': { translation: ptBR },
  'en-US': { translation: enUS },
  'es-MX': { translation: esMX },
  'hi-IN': { translation: hiIN },
} satisfies Record<Locale, object>;

const i18n = createInstance({
  resources: allTranslations,
  fallbackLng: fallbackLocale,
  initAsync: false,
  // Who prints a text escapes it: React and the mails do.
  interpolation: { escapeValue: false },
});
void i18n.init();

/**
 * Returns a text of the catalog in a language: the translation of one of our keys, which have no
 * space, otherwise the operator's own words as they are.
 */
export const translateIfKey = (locale: Locale, text: string): string =>
  text === '' || /\s/.test(text) || !i18n.exists(text)
    ? text
    : translate(locale, text as ParseKeys);

/** A text for people, in their language: mails, and the titles of problems. */
export const translate = (locale: Locale, key: ParseKeys, params: TOptions = {}): string =>
  i18n.t(key, { ...params, lng: locale });
