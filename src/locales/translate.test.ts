import { describe, expect, test } from 'vitest';
import { defaultProducts } from '#contract/pricing/default-pricing.ts';
import { fallbackLocale, locales } from './locales.ts';
import { translate, translateIfKey, translations } from './translate.ts';
import { createTranslation } from './translation.ts';

describe('a text for people', () => {
  test('is in their language, with its values and its plural form', () => {
    expect(translate('en-US', 'app.trial.days', { count: 3, date: 'x' })).toContain('3 days');
    expect(translate('pt-BR', 'app.members', { count: 1 })).toBe('1 membro');
    expect(translate('es-MX', 'errors.account.login.invalid')).toBe('Credenciales inválidas');
    expect(translate('hi-IN', 'mail.greeting', { name: 'आशा' })).toBe('नमस्ते आशा,');
  });

  test('names the button that allows an operator to write (R-OPR-15)', () => {
    for (const locale of locales) {
      const refusal = translate(locale, 'errors.access.readOnlyImpersonation');
      expect(refusal).toContain(translate(locale, 'security.acting.write'));
    }
  });

  test('has a form for millions where a language has one', () => {
    expect(translate('es-MX', 'app.members', { count: 2_000_000 })).toBe('2000000 de miembros');
    expect(translate('en-US', 'app.members', { count: 2_000_000 })).toBe('2000000 members');
  });

  test('has times from now in the words of the language', () => {
    const text = (locale: (typeof locales)[number]) =>
      translate(locale, 'common.failure.retryMinutes', { minutes: 5 });
    expect(text('pt-BR')).toContain('em 5 minutos');
    expect(text('hi-IN')).toContain('5 मिनट में');
  });

  test('keeps a placeholder without a value, and leaves one in a value alone', () => {
    expect(translate('en-US', 'mail.greeting')).toBe('Hello {{name}},');
    const values = { name: '{{email}}', email: 'secret' };
    expect(translate('en-US', 'mail.greeting', values)).toBe('Hello {{email}},');
    expect(translate('en-US', 'mail.greeting', { name: undefined })).toBe('Hello ,');
  });

  test('that is no key is what an operator wrote', () => {
    expect(translateIfKey('pt-BR', 'pricing.mostPopular')).toBe(
      translate('pt-BR', 'pricing.mostPopular'),
    );
    for (const text of ['', 'A robot for you', 'pricing', 'pricing.unknown', 'constructor']) {
      expect(translateIfKey('pt-BR', text)).toBe(text);
    }
  });

  test('that is missing is its key, or what stands in', () => {
    const { t } = translations['en-US'];
    expect(t('errors.later.release' as 'errors.internal')).toBe('errors.later.release');
    const none = createTranslation('en-US', {}, (key) => `no ${key}`);
    expect(none.t('errors.internal')).toBe('no errors.internal');
  });

  test('that is loaded later is found', () => {
    const texts = {};
    const { t, isKey, textsOf } = createTranslation('en-US', texts);
    Object.assign(texts, { errors: { 'field.required': 'Fill in this field' } });
    expect(t('errors.field.required')).toBe('Fill in this field');
    expect([isKey('errors.field.required'), isKey('errors')]).toEqual([true, false]);
    expect(textsOf('errors')).toEqual({ 'field.required': 'Fill in this field' });
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
