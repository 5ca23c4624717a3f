import { expect, test } from 'vitest';
import { initialsOf, nameInitials } from './initials.ts';

test.each([
  ['Mesa Paulista', 'MP'],
  ['  élan   vital ', 'ÉV'],
  ['3M', '3'],
  ['e\u0301lan', 'E\u0301'],
  ['किताब घर', 'किघ'],
  ['👩‍💻 Labs', '👩‍💻L'],
  ['Aurora (example)', 'AE'],
  ['“Livros” & cia.', 'LC'],
  ['¡Hola! mundo', 'HM'],
  ['- रेखा', 'रे'],
  ['...', '.'],
  ['', ''],
])('the initials of %s are %s', (name, initials) => {
  expect(nameInitials(name)).toBe(initials);
});

test('a person without names has the beginning of the email', () => {
  const email = 'ana@example.com';
  expect(initialsOf({ firstName: 'Ana', lastName: 'Souza', email })).toBe('AS');
  expect(initialsOf({ firstName: '', lastName: 'Souza', email })).toBe('AN');
});
