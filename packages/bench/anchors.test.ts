import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf } from './anchors.ts';

test('other products are targets of the workload that they are listed for, with their cookies', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'pregao-anchors-'));
  const file = join(folder.path, 'cookies.txt');
  writeFileSync(file, 'session=abc; theme=dark\n');
  const list = `landing:next=http://127.0.0.1:4000/,77; list:next=http://127.0.0.1:4000/team?a=1,77,${file};`;
  const server = { origin: 'http://127.0.0.1:4000', pid: 77 };
  expect(anchorsOf('landing', list)).toMatchObject([
    { name: 'next', server, connections: 16, requests: [{ path: '/' }] },
  ]);
  expect(anchorsOf('list', list)).toMatchObject([
    { server, requests: [{ path: '/team?a=1', headers: { cookie: 'session=abc; theme=dark' } }] },
  ]);
  expect([anchorsOf('members', list), anchorsOf('list', undefined)]).toEqual([[], []]);
});

test('an entry of another form is refused before anything is measured', () => {
  expect(() => anchorsOf('list', 'list:next=http://127.0.0.1:4000/')).toThrow('BENCH_ANCHOR');
});
