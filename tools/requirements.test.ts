import { expect, test } from 'vitest';
import { citationProblems } from './requirements.ts';

const list = {
  path: 'docs/requirements.md',
  text: '- **R-ACC-01** Accounts.\n- **R-ACC-02** More. See R-ACC-01.\n',
};
const tests = { path: 'src/a.test.ts', text: 'R-ACC-01 R-ACC-02' };

test('accepts requirements that are listed once and that a test cites', () => {
  expect(citationProblems([list, tests])).toEqual([]);
});

test('reports citations of unknown requirements, and requirements without a test', () => {
  const files = [
    list,
    { path: 'src/a.test.ts', text: 'R-ACC-01' },
    { path: 'src/a.ts', text: 'R-ACC-02' },
    { path: 'src/b.ts', text: 'R-ACC-03' },
  ];
  expect(citationProblems(files)).toEqual([
    'src/b.ts: R-ACC-03 is not in docs/requirements.md',
    'docs/requirements.md: no test cites R-ACC-02',
  ]);
});

test('reports a requirement that is listed twice', () => {
  const twice = { ...list, text: `${list.text}- **R-ACC-01** Again.\n` };
  expect(citationProblems([twice, tests])).toEqual([
    'docs/requirements.md: R-ACC-01 is listed twice',
  ]);
});
