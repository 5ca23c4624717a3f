import { describe, expect, test } from 'vitest';
import { defaultProducts } from '#contract/default-pricing.ts';
import { locales } from './locales.ts';
import { everyTranslation, translate } from './translate.ts';

type Tree = { [key: string]: string | Tree };

const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flat(value, `${path}${key}.`),
  );

const textsOf = (locale: keyof typeof everyTranslation) =>
  flat(everyTranslation[locale].translation as Tree);

const placeholders = (text: string) => [...text.matchAll(/\{\{?\s*\w+\s*\}?\}/g)].map(([p]) => p);

/** A plural form has the placeholders of any other form of its key. */
const general = (key: string) => key.replace(/_(one|many|other)$/, '_other');
const reference = new Map(textsOf('en-US'));

describe.each(locales)('the texts of %s', (locale) => {
  test('are never empty', () => {
    expect(textsOf(locale).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('name the same values as the reference', () => {
    const differing = textsOf(locale).filter(
      ([key, text]) =>
        placeholders(text).toSorted().join() !==
        placeholders(reference.get(general(key)) ?? '')
          .toSorted()
          .join(),
    );
    expect(differing).toEqual([]);
  });

  test('have every plural form of the language', () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted();
    const bases = new Set(
      textsOf(locale).flatMap(([key]) => key.match(/^(.*)_(?:one|many|other)$/)?.[1] ?? []),
    );
    const keys = new Set(textsOf(locale).map(([key]) => key));
    for (const base of bases) {
      expect(forms.filter((form) => !keys.has(`${base}_${form}`))).toEqual([]);
    }
  });

  test('cover every key that the default products keep in the database', () => {
    const dynamic = defaultProducts.flatMap(({ description, badge, features }) => [
      description,
      badge,
      ...features.map(({ key }) => key),
    ]);
    const keys = new Set(textsOf(locale).map(([key]) => key));
    expect(dynamic.filter((text) => text && !text.includes(' ') && !keys.has(text))).toEqual([]);
  });
});

describe('a text for people', () => {
  test('is in their language, with its values and its plural form', () => {
    expect(translate('en-US', 'app.trial.days', { count: 3, date: 'x' })).toContain('3 days');
    expect(translate('pt-BR', 'app.members', { count: 1 })).toBe('1 membro');
    expect(translate('es-MX', 'errors.account.login.invalid')).toBe('Credenciales inválidas');
    expect(translate('hi-IN', 'mail.verify.greeting', { name: 'आशा' })).toBe('नमस्ते आशा,');
  });

  test('does not escape: who prints it does', () => {
    expect(translate('en-US', 'mail.verify.greeting', { name: 'A & B' })).toBe('Hello A & B,');
  });
});
