import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pinTo, shareCores } from './cores.ts';

test('separates the load, two processes and PostgreSQL where there are enough cores', () => {
  expect([2, 4].map(shareCores)).toEqual([null, null]);
  expect(shareCores(5)).toEqual({ load: '0', product: '1,2', database: '3-4' });
  expect(shareCores(16)?.database).toBe('3-15');
});

test('moves a process to a core', async () => {
  const child = fork('data:text/javascript,setInterval(() => {}, 1000)');
  try {
    const pid = child.pid ?? 0;
    const allowed = () =>
      readFileSync(`/proc/${pid}/status`, 'utf8').match(/Cpus_allowed_list:\s+(\S+)/)?.[1];
    const first = allowed()?.match(/^\d+/)?.[0] ?? '0';
    pinTo(first, pid);
    expect(allowed()).toBe(first);
  } finally {
    child.kill('SIGKILL');
  }
});
