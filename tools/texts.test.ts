import { expect, test } from 'vitest';
import { disparities } from './texts.ts';

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
