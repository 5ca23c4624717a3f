import { describe, expect, test } from 'vitest';
import { defaultProducts } from '#contract/pricing/default-pricing.ts';
import { fallbackLocale, locales } from './locales.ts';
import { translate } from './translate.ts';

describe('a text for people', () => {
  test('is in their language, with its values and its plural form', () => {
    expect(translate('en-US', 'app.trial.days', { count: 3, date: 'x' })).toContain('3 days');
    expect(translate('pt-BR', 'app.members', { count: 1 })).toBe('1 membro');
    expect(translate('es-MX', 'errors.account.login.invalid')).toBe('Credenciales inválidas');
    expect(translate('hi-IN', 'mail.greeting', { name: 'आशा' })).toBe('नमस्ते आशा,');
  });

  test('does not escape values, which is left to the renderer', () => {
    expect(translate('en-US', 'mail.greeting', { name: 'A & B' })).toBe('Hello A & B,');
  });
});

describe.each(locales)('the texts of %s', (locale) => {
  // These keys live in the database, where no compiler looks.
  const stored = defaultProducts.flatMap(({ description, badge, features }) => [
    description,
    badge,
    ...features.map(({ key }) => key),
  ]);
  const keys = [...new Set(stored)].filter((text) => text && !text.includes(' '));

  test.each(keys)('include the key %s of the default products', (key) => {
    const say = (spoken: typeof locale) =>
      translate(spoken, key as 'pricing.mostPopular', { value: 7 });
    expect(say(locale)).not.toBe(key);
    const others = locales.filter((other) => other === fallbackLocale && other !== locale);
    expect(others.map(say)).not.toContain(say(locale));
  });
});
