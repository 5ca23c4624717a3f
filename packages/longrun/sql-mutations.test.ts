import { expect, test } from 'vitest';
import { lineOf, mutationsOf } from './sql-mutations.ts';

const statement = `CREATE OR REPLACE FUNCTION app.f(a integer DEFAULT 1) RETURNS boolean
AS $function$
  select a >= 2 and not exists (select from t where b = 'x = 1')
$function$`;

test('creates one mutation per operator and number after the head', () => {
  const slips = mutationsOf(statement).map(({ was, is }) => `${was} → ${is}`);
  expect(slips).toEqual(
    expect.arrayContaining(['and → or', '>= → >', 'not exists → exists', '2 → 3', '= → <>']),
  );
  expect(slips).not.toContain('1 → 2');
});

test('a mutation differs in one place and names its line', () => {
  const [first] = mutationsOf(statement);
  expect(first && lineOf(first, statement)).toBe(
    "select a >= 2 and not exists (select from t where b = 'x = 1')   [and → or]",
  );
});

test('mutates the condition of a trigger', () => {
  const trigger =
    'CREATE TRIGGER t BEFORE INSERT ON m FOR EACH ROW WHEN (new.status = 0) EXECUTE f()';
  expect(mutationsOf(trigger).map(({ is }) => is)).toEqual(['<>', '1']);
});

test('mutates both conditions of a policy', () => {
  const policy = 'alter policy p on t using (a in (select f())) with check (a = f())';
  expect(mutationsOf(policy).map(({ was, is }) => `${was} → ${is}`)).toEqual([
    '= → <>',
    'in → not in',
  ]);
});
