/**
 * Compares the languages with en-US (same keys, plural forms and placeholders), and checks the words
 * of en-US (docs/voice.md).
 */
import { enUS } from '#locales/en-US.ts';
import { locales, type Locale } from '#locales/locales.ts';
import { productTexts } from '#locales/product.ts';
import { allTexts } from '#locales/translate.ts';
import { report } from './files.ts';

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
function wanted(reference: string[], locale: string) {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  return new Set(
    reference.flatMap((key) =>
      plural.test(key) ? forms.map((form) => key.replace(plural, `_${form}`)) : [key],
    ),
  );
}

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

/** Words that en-US texts don't use, each with what to write instead. */
const forbidden: [words: RegExp, instead: string][] = [
  [/\b(whoever|whomever|whom|nobody|somebody|anybody|everybody)\b/i, 'the person, or a plural'],
  [/\bat once\b/i, 'immediately'],
  [/\b(anew|once more)\b/i, 'again'],
  [/\bfor ever\b/i, 'forever'],
  [/\bthe present one\b/i, 'the current one'],
  [/\bput\b.* in order\b/i, 'update your payment method'],
  [/\b(e-mails?|mails?|mailed)\b/i, 'email'],
  [/\b(stands?|stood)\b/i, 'a plain verb'],
  [/\b(is|are|was|were) told\b/i, 'notify'],
  [/\bof (ours|yours|theirs)\b/i, 'our, your, their'],
  [/\bcan only be\b/i, 'read-only'],
  [/\b(login|log in|logout|log out|signin)\b/i, 'sign in, sign out'],
  [/\b(cannot|does not|do not)\b/i, 'a contraction'],
  [/\b\w*(colour|favour|behaviour|licence|centre|catalogue|cheque|grey)\w*\b/i, 'US spelling'],
  [/\b(cancelled|cancelling|lower-case|upper-case|whilst|learnt|adverts?)\b/i, 'US spelling'],
  [/\b(organ|recogn|author|custom|synchron|summar)is(e|ed|es|ing|ations?)\b/i, 'US spelling'],
];

/** Texts whose wording a requirement fixes, by key, with its number. */
const fixedTexts = new Map([
  ['account.login.failed', 'R-ACC-03'],
  ['errors.account.cannotChangeAdminPassword', 'R-OPR-03'],
  ['errors.tenant.cannotBeWithoutMembers', 'R-ORG-08'],
  ['errors.tenant.cannotBeWithoutOwner', 'R-ORG-08'],
  ['site.newsletter.failed', 'R-SITE-04'],
]);

/** Returns the forbidden words in the texts of en-US, with their keys and replacements. */
export function wrongWords(texts: Texts): string[] {
  return flatten(texts).flatMap(([key, text]) =>
    forbidden.flatMap(([words, instead]) => {
      const [found] = words.exec(text.replace(/\{\{.*?\}\}/g, '')) ?? [];
      return found && !fixedTexts.has(key) ? [`en-US: ${key} says "${found}": ${instead}`] : [];
    }),
  );
}

/**
 * Returns the texts of pt-BR in which a line may break after "e-". Screens have a word joiner there, which
 * search and screen readers ignore; emails a non-breaking hyphen, which every mail program knows.
 */
export function breakableWords(texts: Texts): string[] {
  return flatten(texts)
    .filter(([key, text]) => /\s/.test(text) && /\be-mail/i.test(text) && !key.endsWith('subject'))
    .map(([key]) => `pt-BR: ${key} has "e-mail": write "e-\\u2060mail", in emails "e\\u2011mail"`);
}

/** Words for terms that people compare with their documents: each language has one for each (docs/voice.md). */
const terms: Record<string, Partial<Record<Locale, RegExp>>> = {
  invoice: {
    'en-US': /\binvoices?\b/i,
    'pt-BR': /\bfaturas?\b/i,
    'es-MX': /\bfacturas?\b/i,
    'hi-IN': /इनवॉइस/,
  },
  receipt: {
    'en-US': /\breceipts?\b/i,
    'pt-BR': /\brecibos?\b/i,
    'es-MX': /\brecibos?\b/i,
    'hi-IN': /रसीद/,
  },
  subscription: { 'en-US': /\bsubscri(ption|be)/i, 'hi-IN': /सब्सक्रिप्शन|सब्सक्राइब/ },
  operator: { 'en-US': /\boperators?\b/i, 'hi-IN': /ऑपरेटर/ },
};

/** Returns the texts that say another term than those of en-US. */
export function otherTerms(reference: Texts, texts: Texts, locale: Locale): string[] {
  const base = new Map(flatten(reference));
  const known = Object.keys(terms).filter((term) => terms[term]?.[locale]);
  const names = (text: string, language: Locale) =>
    known.filter((term) => terms[term]?.[language]?.test(text.replace(/\{\{.*?\}\}/g, '')));
  return flatten(texts).flatMap(([key, text]) => {
    const model = names(base.get(key) ?? base.get(key.replace(plural, '_other')) ?? '', 'en-US');
    const own = names(text, locale);
    const isSame = own.join() === model.join();
    return isSame ? [] : [`${locale}: ${key} says "${own.join()}" instead of "${model.join()}"`];
  });
}

if (import.meta.main) {
  const found = [
    ...locales.flatMap((locale) => [
      ...disparities(enUS, allTexts[locale], locale),
      ...disparities(productTexts['en-US'], productTexts[locale], locale),
      ...otherTerms(enUS, allTexts[locale], locale),
      ...otherTerms(productTexts['en-US'], productTexts[locale], locale),
    ]),
    ...wrongWords({ ...enUS, product: productTexts['en-US'] }),
    ...breakableWords({ ...allTexts['pt-BR'], product: productTexts['pt-BR'] }),
  ];
  report(found);
}
