import { execFile, spawn, spawnSync } from 'node:child_process';
import { Resolver } from 'node:dns';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import { freePort } from '#tools/kit/servers.ts';
import { announcementOf } from './announcement.ts';
import { readConfig } from './config.ts';
import { startEmbedded } from './platform/database/lifecycle/embedded.ts';
import { listenFailure } from './port.ts';

/** Tests that a refused start of the real product names the setting and the next step (R-REL-16). */
const folder = mkdtempSync(join(tmpdir(), 'pregao-start-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'file');
writeFileSync(file, '');

const main = join(import.meta.dirname, 'main.ts');

const startWith = (variables: Record<string, string>, ...flags: string[]) =>
  spawnSync(process.execPath, [main, ...flags], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(folder, 'data'), ...variables },
    encoding: 'utf8',
    timeout: 60_000,
  });

const database = 'postgres://a:hidden@';

test.each([
  ['the data directory is a file', { DATA_DIR: file }, "DATA_DIR: can't use", 'set another'],
  ['a parent is a file', { DATA_DIR: join(file, 'data') }, "DATA_DIR: can't use", 'set another'],
  ['a parent refuses', { DATA_DIR: '/sys/pregao' }, "DATA_DIR: can't use", 'set another'],
  ['a parent takes nothing', { DATA_DIR: '/proc/pregao/a' }, "DATA_DIR: can't use", 'set another'],
  [
    'a parent takes nothing, with a database elsewhere',
    { DATA_DIR: '/proc/pregao/a', DATABASE_URL: `${database}127.0.0.1:1/b` },
    "DATA_DIR: can't use",
    'set another',
  ],
  [
    'the host is elsewhere',
    { HOST: '203.0.113.9', SANDBOX_PUBLIC: 'on' },
    'HOST: ',
    'Set 127.0.0.1',
  ],
  [
    'DATABASE_URL is no URL',
    { DATABASE_URL: 'base' },
    'DATABASE_URL: ',
    'postgres://user:password@host',
  ],
  [
    'its host is unknown',
    { DATABASE_URL: `${database}host.invalid/b` },
    'DATABASE_URL: ',
    'host.invalid/b',
  ],
  [
    'its port is closed',
    { DATABASE_URL: `${database}127.0.0.1:1/b` },
    'DATABASE_URL: ',
    '127.0.0.1:1/b',
  ],
  [
    'it wants TLS',
    { DATABASE_URL: `${database}127.0.0.1:1/b?sslmode=require` },
    'DATABASE_URL: ',
    '1/b',
  ],
])('a start is refused in one line when %s (R-REL-16)', (_name, variables, setting, next) => {
  const { status, stderr } = startWith(variables as Record<string, string>);
  expect(status).toBe(1);
  expect(stderr).toContain(setting);
  expect(stderr).toContain(next);
  expect(stderr).not.toMatch(/hidden|warning|\n {4}at /i);
});

test('a start warns if it may open few files, even if it is refused afterwards (R-OPR-25)', () => {
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', 'ulimit -n 900; exec "$0" "$1"', process.execPath, main],
    {
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: `${database}127.0.0.1:1/b`,
      },
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  expect(status).toBe(1);
  expect(stdout).toContain('This process may open 900 files');
  expect(stderr).toContain('DATABASE_URL: ');
});

test('a start tries its port before it makes anything, and names another (R-REL-16)', async () => {
  await using stack = new AsyncDisposableStack();
  const other = createServer().listen(0, '127.0.0.1');
  stack.defer(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const dataDir = join(folder, 'untouched');
  for (const flags of [[], ['--check']]) {
    const { status, stderr } = startWith({ PORT: String(port), DATA_DIR: dataDir }, ...flags);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        new RegExp(`^PORT: another program .*${port}.*PORT=${port + 1} npm start.*\\n$`),
      ),
    });
  }
  expect(readdirSync(dataDir)).toEqual([]);
  // The product itself, on the same directory, is named instead.
  const { stop } = await startEmbedded({ dataDir });
  stack.defer(stop);
  expect(startWith({ PORT: String(port), DATA_DIR: dataDir }).stderr).toContain('Already running');
});

test('a start is ready once the operator can sign in with the password in the data directory (R-OPR-22)', async () => {
  await promisify(execFile)(process.execPath, ['tools/build.ts']);
  const dataDir = join(folder, 'first');
  const port = await freePort();
  const product = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(product, 'exit');
  const address = `http://127.0.0.1:${port}`;
  const isReady = async () => expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  try {
    await vi.waitFor(isReady, { timeout: 240_000, interval: 10 });
    const password = readFileSync(join(dataDir, 'operator-password'), 'utf8').trim();
    const { status } = await fetch(`${address}/api/Authentication/Login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: readConfig({}).operator.email, password }),
    });
    expect(status).toBe(200);
  } finally {
    product.kill();
    await ended;
  }
}, 300_000);

test('a start behind a pooler names the address that does not answer (R-REL-16)', async () => {
  await using stack = new AsyncDisposableStack();
  const { ownerUrl, stop } = await startEmbedded({ dataDir: join(folder, 'behind-pooler') });
  stack.defer(stop);
  const lost = `${database}127.0.0.1:1/direct`;
  const direct = startWith({ DATABASE_URL: ownerUrl, DATABASE_DIRECT_URL: lost }).stderr;
  expect(direct).toMatch(/^DATABASE_DIRECT_URL: can't connect to 127.0.0.1:1\/direct: .*\n$/);
  const pooler = startWith({ DATABASE_URL: lost, DATABASE_DIRECT_URL: ownerUrl }).stderr;
  expect(pooler).toMatch(/^DATABASE_URL: can't connect to 127.0.0.1:1\/direct: .*\n$/);
}, 120_000);

test('a start may not listen on a low port: it says what to do (R-REL-16)', () => {
  const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
  expect(listenFailure({ host: '127.0.0.1', port: 80 }, error).message).toMatch(
    /^PORT: .*above 1023/,
  );
});

test.each([
  ['PORT', 'http', 'Must be a number'],
  ['PORT', '1.5', 'Must be a whole number'],
  ['PORT', '70000', 'Must be at most 65535'],
  ['GRACE_DAYS', '-1', 'Must be at least 0'],
  ['PROCESSES', 'many', 'Must be a number or auto'],
  ['RATE_LIMITS', 'maybe', 'Must be true or false'],
  ['LOG_LEVEL', 'loud', 'Must be silent or error or warn or info or debug'],
  ['SUPPORT_EMAIL', 'help', 'Must be an email address'],
  ['OPERATOR_EMAIL', 'admin', 'Must be an email address'],
  ['PUBLIC_URL', 'foo', 'Must start with http:// or https://'],
  ['SMTP_URL', 'mail.example', 'Must look like smtps://user:password@host:465'],
  ['ENCRYPTION_KEY', 'short', 'Must have at least 32 characters'],
  ['DNS_SERVERS', '2001:db8::zz', 'Must be IP addresses'],
])(
  '%s=%s is refused with its name and a sentence of the product (R-GEN-02, R-REL-16)',
  (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(`Invalid settings:\n${name}: ${sentence}`);
  },
);

test('names the file when the data directory is not writable', () => {
  const dataDir = join(folder, 'foreign');
  // A directory in place of the lock file fails for root as well.
  mkdirSync(join(dataDir, 'lock'), { recursive: true });
  const { status, stderr } = startWith({ DATA_DIR: dataDir });
  expect(status).toBe(1);
  expect(stderr).toContain(`DATA_DIR: can't open ${join(dataDir, 'lock')}`);
});

test('each start prints the mailbox, and where the password of the operator is (R-REL-17)', () => {
  const dataDir = join(folder, 'announced');
  const serving = {
    address: 'http://localhost:3000',
    operator: { email: 'a@b.example', password: null },
  };
  const printed = (variables: Record<string, string>, password: string | null = null) =>
    announcementOf(readConfig({ DATA_DIR: dataDir, ...variables }), {
      ...serving,
      operator: { ...serving.operator, password },
    });
  const last = [
    'Mailbox: http://localhost:3000/sandbox/mail',
    'Pregão is ready at http://localhost:3000',
  ];
  expect(printed({}, 'made')).toEqual(['Operator: a@b.example / made', ...last]);
  expect(printed({})).toEqual(['Operator: a@b.example', ...last]);
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'operator-password'), 'made');
  const second = `Operator: a@b.example (first password: ${join(dataDir, 'operator-password')})`;
  expect(printed({})).toEqual([second, ...last]);
  const real = {
    SMTP_URL: 'smtp://mail.example',
    PUBLIC_URL: 'https://a.example',
    OPERATOR_PASSWORD: 'x',
  };
  expect(printed(real)).toEqual([
    'Operator: a@b.example (first password: OPERATOR_PASSWORD)',
    'Pregão is ready at https://a.example',
  ]);
});

test.each([
  '192.0.2.1',
  '192.0.2.1:5353',
  '2001:4860:4860::8888',
  '[2001:db8::1]',
  '[2001:db8::1]:5353',
])('DNS_SERVERS=%s is accepted, by the resolver, too (R-DOM-08)', (server) => {
  const { dnsServers } = readConfig({ DNS_SERVERS: ` ${server},192.0.2.2` });
  expect(dnsServers).toEqual([server, '192.0.2.2']);
  expect(() => new Resolver().setServers(dnsServers)).not.toThrow();
});

test.each(['dns.example', '2001:db8::1:99999:1', '[192.0.2.1]:53', '192.0.2.1:0', '[2001:db8::1'])(
  'DNS_SERVERS=%s is refused (R-DOM-08)',
  (server) => expect(() => readConfig({ DNS_SERVERS: server })).toThrow('DNS_SERVERS'),
);
