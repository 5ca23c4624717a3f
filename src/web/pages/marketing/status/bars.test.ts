import { expect, test } from 'vitest';
import { barPaths } from './bars.ts';

const day = (measured: number, down = 0) => ({ date: '2026-03-10', measured, down });

test('the line holds on days without an interruption, falls with one, and stops where nothing was measured', () => {
  const { line } = barPaths([day(0), day(1_440), day(1_440, 1_440), day(0), day(60)]);
  expect(line).toBe('M10 8h10V54h10M40 8h10');
});

test('each day has one kind of bar or both parts of it', () => {
  const paths = barPaths([day(0), day(1_440), day(1_440, 30)]);
  const count = (path: string) => path.split('z').length - 1;
  expect([count(paths.unmeasured), count(paths.up), count(paths.down)]).toEqual([1, 2, 1]);
});
