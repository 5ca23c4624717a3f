import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assertSafeConfig, checkConfig, fewFileHandles, unsetLinks } from './config-check.ts';
import { readConfig } from './config.ts';
import { NotConnected } from './platform/database/driver/errors.ts';
import { ProviderUnavailable } from './platform/stripe/errors.ts';
import { nameLost } from './serving.ts';

/** Tests that unsafe settings of a reachable server refuse the start (R-SEC-17). */
const stripe = {
  STRIPE_SECRET_KEY: 'sk_live_of_the_tests',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_of_the_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
};
const inOrder = {
  PUBLIC_URL: 'https://pregao.example',
  SMTP_URL: 'smtps://mail.example',
  TRUST_PROXY: '127.0.0.1',
  ...stripe,
};
const judged = (variables: Record<string, string>) => checkConfig(readConfig(variables));
const named = (lines: string[]) => lines.map((line) => line.match(/^\w+/)?.[0]);

test('accepts safe settings without warnings', async () => {
  expect(await judged(inOrder)).toEqual({ refusals: [], warnings: [] });
  expect(await judged({ ...inOrder, HOST: '0.0.0.0', TRUST_PROXY: '' })).toEqual({
    refusals: [],
    warnings: [],
  });
});

test.each([
  ['no settings', {}],
  ['loopback addresses', { HOST: '::1', PUBLIC_URL: 'http://localhost:8080' }],
  ['unsafe but convenient settings', { RATE_LIMITS: 'off', OPERATOR_PASSWORD: 'password' }],
  ['test keys without a webhook', { ...stripe, STRIPE_WEBHOOK_SECRET: '' }],
  ['a public sandbox', { SANDBOX_PUBLIC: 'true' }],
  ['a public sandbox on all interfaces', { SANDBOX_PUBLIC: 'true', HOST: '0.0.0.0' }],
])('accepts on a local server: %s', async (_name, variables) => {
  expect(await judged(variables)).toEqual({ refusals: [], warnings: [] });
});

const email = 'admin@pregao.local';
const open: [string, Record<string, string>, string][] = [
  ['it accepts remote connections without TLS', { HOST: '0.0.0.0', PUBLIC_URL: '' }, 'PUBLIC_URL'],
  ['emails link to a URL without TLS', { PUBLIC_URL: 'http://pregao.example' }, 'PUBLIC_URL'],
  ['emails would be shown instead of sent', { SMTP_URL: '' }, 'SMTP_URL'],
  ['webhooks would not be received', { STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET'],
  ['attempt limits are off', { RATE_LIMITS: 'off' }, 'RATE_LIMITS'],
  ["the operator's password is short", { OPERATOR_PASSWORD: 'x7-Kq!pw0zR' }, 'OPERATOR_PASSWORD'],
  ["the operator's password is common", { OPERATOR_PASSWORD: '1q2w3e4r5t6y' }, 'OPERATOR_PASSWORD'],
  ["the operator's password is their email", { OPERATOR_PASSWORD: email }, 'OPERATOR_PASSWORD'],
  ['the sandbox is public', { SANDBOX_PUBLIC: 'true' }, 'SANDBOX_PUBLIC'],
];

test.each(open)('refuses a reachable server when %s', async (_name, variables, setting) => {
  const { refusals } = await judged({ ...inOrder, ...variables });
  expect(named(refusals)).toEqual([setting]);
});

test.each([
  ['mail server', { SMTP_URL: 'smtps://mail.example' }],
  ['Stripe account', stripe],
])('refuses a public sandbox beside a real %s', async (_name, variables) => {
  const { refusals } = await judged({ ...variables, SANDBOX_PUBLIC: 'true' });
  expect(named(refusals)).toEqual(['SANDBOX_PUBLIC']);
});

test.each([
  ['payments go to the sandbox', { STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY'],
  [
    'Stripe is in test mode',
    { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' },
    'STRIPE_SECRET_KEY',
  ],
  [
    'each machine may have its own key',
    { DATABASE_URL: 'postgres://localhost/pregao' },
    'ENCRYPTION_KEY',
  ],
  ['no trusted proxy is configured', { TRUST_PROXY: '' }, 'TRUST_PROXY'],
])('warns that %s, and starts', async (_name, variables, setting) => {
  const { refusals, warnings } = await judged({ ...inOrder, ...variables });
  expect({ refusals, warned: named(warnings) }).toEqual({ refusals: [], warned: [setting] });
});

const script = join(import.meta.dirname, 'main.ts');
const startWith = (variables: Record<string, string>) =>
  spawnSync(process.execPath, [script], {
    env: { PATH: process.env['PATH'], PORT: '0', ...variables },
    encoding: 'utf8',
    timeout: 60_000,
  });

test('names all unsafe settings and exits (R-SEC-17)', () => {
  const unsafe = { HOST: '0.0.0.0', RATE_LIMITS: 'off', OPERATOR_PASSWORD: 'admin' };
  const dataDir = join(tmpdir(), 'pregao-never-made');
  const { status, stderr } = startWith({ DATA_DIR: dataDir, ...unsafe });
  expect(status).toBe(1);
  const [head = '', ...lines] = stderr.trim().split('\n');
  expect(head).toContain('Unsafe settings');
  expect(named(lines)).toEqual(['PUBLIC_URL', 'SMTP_URL', 'RATE_LIMITS', 'OPERATOR_PASSWORD']);
});

test('config:check names the same settings without a start', () => {
  const run = (variables: Record<string, string>) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'check-config.ts')], {
      env: { PATH: process.env['PATH'], ...variables },
      encoding: 'utf8',
      timeout: 60_000,
    });
  const unsafe = run({ HOST: '0.0.0.0', RATE_LIMITS: 'off' });
  expect(unsafe.status).toBe(1);
  expect(named(unsafe.stdout.split('\n')).slice(0, 3)).toEqual([
    'PUBLIC_URL',
    'SMTP_URL',
    'RATE_LIMITS',
  ]);
  const safe = run({});
  expect(safe.status).toBe(0);
  expect(safe.stdout).toContain('No setting contradicts the product.');
});

test.each(['all', '10.0.0.0/33', '10.0.0.1, proxy'])(
  'rejects TRUST_PROXY=%s at startup',
  (value) => {
    expect(() => readConfig({ TRUST_PROXY: value })).toThrow('TRUST_PROXY');
  },
);

test.each([
  ['sk_live_x', 'pk_test_x'],
  ['rk_test_x', 'pk_live_x'],
])('refuses %s with %s: keys of two modes (R-OPR-23)', (secret, publishable) => {
  const keys = { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable };
  expect(() => readConfig(keys)).toThrow('STRIPE_PUBLISHABLE_KEY');
});

test('warns if the process may open few files (R-OPR-25)', () => {
  const limits = (files: string) => `Limit\nMax open files            ${files}   524288   files\n`;
  expect(fewFileHandles(limits('1024'))).toEqual([expect.stringContaining('1024 files')]);
  expect(fewFileHandles(limits('65536'))).toEqual([]);
  expect(fewFileHandles(limits('unlimited'))).toEqual([]);
  expect(fewFileHandles('')).toEqual([]);
});

test('names the setting of what stops to answer during the start (R-OPR-22)', () => {
  const databaseUrl = 'postgres://a:hidden@db.example:5432/base';
  const messageOf = (
    error: Error,
    url: string | null = databaseUrl,
    direct: string | null = null,
  ) => (nameLost({ databaseUrl: url, databaseDirectUrl: direct }, error) as Error).message;
  const lost = new NotConnected('no answer within 2 s');
  expect(messageOf(lost)).toBe(
    'DATABASE_URL: PostgreSQL failed during the start: no answer within 2 s',
  );
  expect(messageOf(lost, null)).toContain('DATA_DIR');
  expect(messageOf(lost, databaseUrl, databaseUrl)).toMatch(
    /^DATABASE_URL or DATABASE_DIRECT_URL: /,
  );
  expect(messageOf(new ProviderUnavailable('no answer'))).toContain('STRIPE_SECRET_KEY');
  expect(messageOf(new Error('a bug'))).toBe('a bug');
});

test('names the links of the site that are not set, in one line (R-SITE-13)', async () => {
  const told = async (variables: Record<string, string>) => {
    const lines: string[] = [];
    await assertSafeConfig(readConfig(variables), (line) => lines.push(line));
    return lines;
  };
  const [line = '', ...others] = await told({ COMMUNITY_URL: 'https://chat.example' });
  expect(others).toEqual([]);
  expect(line).not.toContain('COMMUNITY_URL');
  for (const name of ['DONATION_URL', 'SOCIAL_TELEGRAM', 'SOCIAL_YOUTUBE', 'NEWSLETTER_URL']) {
    expect(line).toContain(name);
  }
  const all = unsetLinks(readConfig({})).map((name) => [name, 'https://elsewhere.example']);
  expect(await told(Object.fromEntries(all))).toEqual([]);
});
