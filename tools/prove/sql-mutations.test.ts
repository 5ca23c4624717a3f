import { expect, test } from 'vitest';
import { lineOf, mutationsOf } from './sql-mutations.ts';

const statement = `CREATE OR REPLACE FUNCTION app.f(a integer DEFAULT 1) RETURNS boolean
AS $function$
  select a >= 2 and not exists (select from t where b = 'x = 1')
$function$`;

test('each slip behind the head is one mutation', () => {
  const slips = mutationsOf(statement).map(({ was, is }) => `${was} → ${is}`);
  expect(slips).toEqual(
    expect.arrayContaining(['and → or', '>= → >', 'not exists → exists', '2 → 3', '= → <>']),
  );
  expect(slips).not.toContain('1 → 2');
});

test('a mutation differs in one place, and says in which line', () => {
  const [first] = mutationsOf(statement);
  expect(first && lineOf(first, statement)).toBe(
    "select a >= 2 and not exists (select from t where b = 'x = 1')   [and → or]",
  );
});

test('the condition of a trigger is one, too', () => {
  const trigger =
    'CREATE TRIGGER t BEFORE INSERT ON m FOR EACH ROW WHEN (new.status = 0) EXECUTE f()';
  expect(mutationsOf(trigger).map(({ is }) => is)).toEqual(['<>', '1']);
});

test('a policy shows others, and takes in what it should not', () => {
  const policy = 'alter policy p on t using (a in (select f())) with check (a = f())';
  expect(mutationsOf(policy).map(({ was, is }) => `${was} → ${is}`)).toEqual([
    '= → <>',
    'in → not in',
  ]);
});
