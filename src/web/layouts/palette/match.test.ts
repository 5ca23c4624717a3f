import { expect, test } from 'vitest';
import { rank } from './match.ts';

const found = (labels: string[], search: string) => rank(labels, search, (label) => ({ label }));

test.each([
  ['transacoes', 'Transações'],
  ['TRANSAÇÕES', 'Transações'],
  ['suscripcion', 'Suscripción'],
  ['audtlog', 'Audit log'],
  ['log audit', 'Audit log'],
  ['अनुमतिया', 'अनुमतियाँ'],
  ['अनुमतियां', 'अनुमतियाँ'],
  ['जोडा', 'जोड़ा'],
])('%s finds %s (R-PAL-03)', (search, label) => {
  expect(found(['Xis', label], search)).toEqual([label]);
});

test('matches at the beginning come first, then those within, then loose ones', () => {
  const labels = ['Pixel meter', 'Remember', 'Members', 'Team members'];
  expect(found(labels, 'mem')).toEqual(['Members', 'Team members', 'Remember']);
});

test('every word must match, and further texts match as they are', () => {
  const pages = [
    { label: 'Painel', further: 'Ir para' },
    { label: 'Painel', further: 'Recentes' },
  ];
  expect(rank(pages, 'painel ir', (page) => page)).toEqual(pages.slice(0, 1));
  expect(rank(pages, 'irp', (page) => page)).toEqual([]);
});
