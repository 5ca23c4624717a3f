import { expect, test } from 'vitest';
import { definedIn, compareCitations } from './requirements.ts';

const list = '- **R-ACC-01** Accounts.\n- **R-ACC-02** More. See R-ACC-01.\n';

test('reads each requirement once from the list', () => {
  expect([...definedIn(list)]).toEqual(['R-ACC-01', 'R-ACC-02']);
  expect(() => definedIn(list + list)).toThrow('R-ACC-01 twice');
});

test('reports citations of unknown requirements, and requirements without a test', () => {
  const judged = compareCitations(definedIn(list), [
    { path: 'src/a.test.ts', number: 'R-ACC-01' },
    { path: 'src/a.ts', number: 'R-ACC-02' },
    { path: 'src/b.ts', number: 'R-ACC-03' },
  ]);
  expect(judged.unknown).toEqual([{ path: 'src/b.ts', number: 'R-ACC-03' }]);
  expect(judged.untested).toEqual(['R-ACC-02']);
});
