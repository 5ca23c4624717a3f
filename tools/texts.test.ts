import { expect, test } from 'vitest';
import { breakableWords, disparities, otherTerms, wrongWords } from './texts.ts';

const reference = {
  greeting: 'Hello {{name}}',
  days_one: '{{count}} day',
  days_other: '{{count}} days',
};

test('accepts a language with every key, its own plural forms and the same placeholders', () => {
  const spanish = {
    greeting: 'Hola, {{name}}',
    days_one: 'un día',
    days_many: '{{count}} de días',
    days_other: '{{count}} días',
  };
  expect(disparities(reference, spanish, 'es-MX')).toEqual([]);
});

test('reports a missing key, a missing plural form and a different placeholder', () => {
  const portuguese = { greeting: 'Olá, {{nome}}', days_one: '{{count}} dia', more: '' };
  expect(disparities(reference, portuguese, 'pt-BR')).toEqual([
    'pt-BR: days_many is missing',
    'pt-BR: days_other is missing',
    'pt-BR: more is not known',
    'pt-BR: greeting has the placeholders "{{nome}}" instead of "{{name}}"',
  ]);
});

test.each([
  ['Nobody else is here yet', 'Nobody'],
  ['The link ends at once', 'at once'],
  ['Put the card in order', 'Put the card in order'],
  ['We send you a mail', 'mail'],
  ['Your e-mail', 'e-mail'],
  ['The members are told', 'are told'],
  ['Choose a colour', 'colour'],
  ['Your organisation', 'organisation'],
  ['The plan was cancelled', 'cancelled'],
  ['It cannot be undone', 'cannot'],
])('rejects “%s” in en-US (R-GEN-03)', (text, words) => {
  const [found, ...others] = wrongWords({ a: { text } });
  expect(found).toContain(`en-US: a.text says "${words}": `);
  expect(others).toEqual([]);
});

test('accepts plain words, names of placeholders and texts that a requirement fixes', () => {
  const texts = {
    plain: 'We’ll email {{mail}}. Update your payment method by Dec 20.',
    account: { login: { failed: 'Could not login' } },
  };
  expect(wrongWords(texts)).toEqual([]);
});

test('reports texts of pt-BR in which a line may break within a word', () => {
  const texts = {
    plain: 'Enviamos um e-mail',
    joined: 'Enviamos um e-\u2060mail ou e\u2011mail',
    label: 'E-mail',
    mail: { subject: 'Confirme seu e-mail' },
  };
  expect(breakableWords(texts)).toEqual([expect.stringContaining('pt-BR: plain has "e-mail"')]);
});

test('reports a text that says receipt for an invoice, or the reverse', () => {
  const english = { title: 'Invoices', copy: 'Send the receipt', paid: 'Pay {{invoice}}' };
  const spanish = { title: 'Recibos', copy: 'Enviar la factura', paid: 'Pagar {{invoice}}' };
  expect(otherTerms(english, spanish, 'es-MX')).toEqual([
    'es-MX: title says "receipt" instead of "invoice"',
    'es-MX: copy says "invoice" instead of "receipt"',
  ]);
  const plan = { plan: 'Subscription', by: 'The operator', all: 'Members' };
  const membership = { plan: 'सदस्यता', by: 'संचालक', all: 'सब्सक्रिप्शन' };
  expect(otherTerms(plan, membership, 'hi-IN')).toEqual([
    'hi-IN: plan says "" instead of "subscription"',
    'hi-IN: by says "" instead of "operator"',
    'hi-IN: all says "subscription" instead of ""',
  ]);
  const hindi = { title: 'बिल', copy: 'रसीद भेजें', paid: '{{invoice}} चुकाएँ' };
  expect(otherTerms(english, hindi, 'hi-IN')).toEqual([
    'hi-IN: title says "" instead of "invoice"',
  ]);
});
