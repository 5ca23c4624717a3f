/** Compares the languages with en-US: same keys, the plural forms each needs, same placeholders. */
import { enUS } from '#locales/en-US.ts';
import { locales } from '#locales/locales.ts';
import { productTexts } from '#locales/product.ts';
import { everyTranslation } from '#locales/translate.ts';

type Texts = { [key: string]: string | Texts };

const plural = /_(zero|one|two|few|many|other)$/;

/** Returns every text with its full key. */
const flatten = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );

const placeholders = (text: string) =>
  [...new Set(text.match(/\{\{?\s*\w+\s*\}?\}/g) ?? [])].toSorted().join(' ');

/** Returns the keys that a language needs, given those of the reference: plural forms differ. */
const wanted = (reference: string[], locale: string) => {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  return new Set(
    reference.flatMap((key) =>
      plural.test(key) ? forms.map((form) => key.replace(plural, `_${form}`)) : [key],
    ),
  );
};

/** Returns the differences to the reference: missing and extra keys, other placeholders. */
export function disparities(reference: Texts, texts: Texts, locale: string): string[] {
  const [base, own] = [new Map(flatten(reference)), new Map(flatten(texts))];
  const keys = wanted([...base.keys()], locale);
  const missing = [...keys].filter((key) => !own.has(key)).map((key) => `${key} is missing`);
  const extra = [...own.keys()].filter((key) => !keys.has(key)).map((key) => `${key} is not known`);
  const other = [...own].flatMap(([key, text]) => {
    const model = base.get(key) ?? base.get(key.replace(plural, '_other')) ?? text;
    const [has, needs] = [placeholders(text), placeholders(model)];
    // The singular may omit the number: "One member".
    const fine = has === needs || (plural.test(key) && `${has} {{count}}`.trim() === needs);
    return fine ? [] : [`${key} has the placeholders "${has}" instead of "${needs}"`];
  });
  return [...missing, ...extra, ...other].map((line) => `${locale}: ${line}`);
}

if (import.meta.main) {
  const found = locales.flatMap((locale) => [
    ...disparities(enUS, everyTranslation[locale].translation, locale),
    ...disparities(productTexts['en-US'], productTexts[locale], locale),
  ]);
  for (const line of found) console.log(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
