import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createHttp } from '#server/platform/http/http.ts';
import { logTargetOf, printerOf } from './log-format.ts';

/** Tests how log lines look to people and to programs (R-OPR-27). */
const written: string[] = [];
const output = { write: (line: string) => void written.push(line) };
const take = () => written.splice(0).join('');

test('a terminal shows time, level, message, id and cause as text (R-OPR-27)', async () => {
  const target = await logTargetOf(readConfig({}), true, output);
  const { log, outages } = createHttp({ logLevel: 'warn', ...target });
  const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  log.child({ reqId: 'request-1' }).warn({ cause: { reason: 'disk full' } }, 'request refused');
  outages.failed('mail server', error);
  log.error({ err: new Error('a bug') }, 'unexpected failure');
  // oxlint-disable-next-line eslint/no-control-regex -- colors of a terminal
  const lines = take().replaceAll(/\u001B\[\d+m/g, '');
  const time = String.raw`\[20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\]`;
  expect(lines).toMatch(
    new RegExp(`^${time} WARN: request refused .*"reqId":"request-1".*"disk full".*\n`),
  );
  expect(lines).toMatch(new RegExp(`\n${time} ERROR: mail server unavailable .*ECONNREFUSED.*\n`));
  expect(lines).toMatch(/ERROR: unexpected failure \n +err: .*"message": "a bug"/s);
  expect(lines).not.toMatch(/hostname|pid/);
});

test('a pipe gets JSON unless LOG_FORMAT says otherwise (R-OPR-27)', async () => {
  expect(await logTargetOf(readConfig({}), false)).toEqual({});
  expect(await logTargetOf(readConfig({ LOG_FORMAT: 'json' }), true)).toEqual({});
  expect(await logTargetOf(readConfig({ LOG_FORMAT: 'text' }), false)).toHaveProperty('logTo');
});

test('what the start says is a line of the log with LOG_FORMAT=json (R-OPR-27)', () => {
  printerOf(readConfig({}), output)('ready');
  expect(take()).toBe('ready\n');
  printerOf(readConfig({ LOG_FORMAT: 'json' }), output)('ready');
  expect(JSON.parse(take())).toMatchObject({ level: 30, msg: 'ready', time: expect.any(Number) });
});
