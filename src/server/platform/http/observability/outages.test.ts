import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NotConnected } from '#server/platform/database/driver/errors.ts';
import { StorageUnavailable } from '#server/platform/files/storage.ts';
import { createHttp } from '#server/platform/http/http.ts';
import { MailServerUnavailable, RecipientRejected } from '#server/platform/mail/sender.ts';
import { CardDeclined, ProviderUnavailable } from '#server/platform/stripe/errors.ts';
import { watchCalls, type Dependency } from './outages.ts';

/** Tests that losing and finding a dependency is one line each way (R-OPR-21). */
const lines: Record<string, unknown>[] = [];
const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) };

beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => void vi.useRealTimers());

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), {
  code: 'ECONNREFUSED',
});
const messages = () => lines.map(({ msg }) => msg);

const outagesOf: [Dependency, Error][] = [
  ['database', new NotConnected('Database connection failed', { cause: refused })],
  ['payment provider', new ProviderUnavailable('no answer', { cause: refused })],
  ['mail server', new MailServerUnavailable('no answer', { cause: refused })],
  ['file storage', new StorageUnavailable({ cause: refused })],
];

describe('An outage', () => {
  test.each(outagesOf)(
    'of the %s is one line each way, with its reason (R-OPR-21)',
    async (dependency, error) => {
      const { outages } = createHttp({ logLevel: 'warn', logTo });
      let isLost = true;
      const call = async () => {
        if (isLost) throw error;
      };
      const client = watchCalls({ call }, outages, dependency);
      for (let times = 0; times < 3; times += 1) await client.call().catch(() => undefined);
      isLost = false;
      vi.advanceTimersByTime(5_000);
      for (let times = 0; times < 3; times += 1) await client.call();
      expect(messages()).toEqual([`${dependency} unavailable`, `${dependency} available again`]);
      expect(lines[0]).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
      expect(lines[1]).toMatchObject({ seconds: 5 });
      expect(JSON.stringify(lines)).not.toContain('outages.test.ts');
    },
  );

  test('is repeated once a minute while it lasts', () => {
    const { outages } = createHttp({ logLevel: 'warn', logTo });
    for (let seconds = 0; seconds < 150; seconds += 10) {
      outages.failed('database', refused);
      vi.advanceTimersByTime(10_000);
    }
    expect(lines.map(({ seconds }) => seconds)).toEqual([0, 60, 120]);
  });

  test('that comes and goes fills no more', () => {
    const { outages } = createHttp({ logLevel: 'warn', logTo });
    for (let times = 0; times < 10; times += 1) {
      outages.failed('mail server', refused);
      outages.succeeded('mail server');
    }
    expect(messages()).toEqual(['mail server unavailable', 'mail server available again']);
  });

  test('is what other lines about its errors become, those of the job queue too (R-OPR-21)', () => {
    const { log } = createHttp({ logLevel: 'warn', logTo });
    for (const [dependency, err] of outagesOf) {
      log.error({ err }, 'job runner failed');
      log.warn({ err: new Error('sweep failed', { cause: err }) }, 'check failed');
      expect(messages()).toEqual([`${dependency} unavailable`]);
      lines.length = 0;
    }
    log.error({ component: 'jobs' }, 'Failed to complete jobs');
    expect(messages()).toEqual([]);
    log.error({ err: new Error('a bug') }, 'job runner failed');
    expect(messages()).toEqual(['job runner failed']);
  });
});

test('a refusal is no outage: the other side has answered', async () => {
  const { outages } = createHttp({ logLevel: 'warn', logTo });
  const busy = Object.assign(new Error('too many requests'), { statusCode: 429 });
  const refusals: [Dependency, Error][] = [
    ['mail server', new RecipientRejected('no such mailbox')],
    ['payment provider', new CardDeclined('declined', null)],
    ['payment provider', new ProviderUnavailable('', { cause: busy })],
  ];
  for (const [dependency, error] of refusals) {
    const call = () => Promise.reject(error);
    await watchCalls({ call }, outages, dependency)
      .call()
      .catch(() => undefined);
  }
  expect(lines).toEqual([]);
});
