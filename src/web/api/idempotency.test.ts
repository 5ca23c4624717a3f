import { describe, expect, test } from 'vitest';
import { createIdempotentSender } from './idempotency.ts';

/** Retries and their idempotency keys (R-SUB-21). */
const ok = { status: 200, body: {} };
const refused = { status: 400, body: { code: 'errors.validation' } };
const away = { status: 503, body: { code: 'errors.unavailable' } };
const lost = { status: 409, body: { code: 'errors.request.answerLost' } };
const busy = { status: 409, body: { code: 'errors.request.inProgress' } };

/** Simulates a server with these responses in turn, and records the keys it receives. */
const serverWith = (...answers: (typeof ok | 'silence')[]) => {
  const keys: string[] = [];
  const open = new Map<string, string>();
  let made = 0;
  const send = createIdempotentSender({
    newKey: () => `key ${(made += 1)}`,
    pause: async () => undefined,
    open,
  });
  const call = (content: string) =>
    send(content, async (key) => {
      keys.push(key);
      const answer = answers[keys.length - 1] ?? ok;
      if (answer === 'silence') throw new TypeError('Failed to fetch');
      return answer;
    });
  return { call, keys, open };
};

describe('Attempts with an idempotency key (R-SUB-21)', () => {
  test('are sent again with the same key when no response came or the server failed', async () => {
    for (const nothing of ['silence' as const, away]) {
      const { call, keys } = serverWith(nothing, ok);
      expect(await call('a')).toBe(ok);
      expect(keys).toEqual(['key 1', 'key 1']);
    }
  });

  test('are retried once, and by hand with the same key', async () => {
    const { call, keys } = serverWith('silence', 'silence', ok);
    await expect(call('a')).rejects.toThrow('Failed to fetch');
    expect(await call('a')).toBe(ok);
    expect(keys).toEqual(['key 1', 'key 1', 'key 1']);
  });

  test('keep one key for any number of clicks until there is a response', async () => {
    const { call, keys } = serverWith(ok, busy, busy, ok);
    expect(await Promise.all([call('a'), call('a')])).toEqual([ok, ok]);
    await call('a');
    expect(keys).toEqual(['key 1', 'key 1', 'key 1', 'key 1', 'key 2']);
  });

  test('are polled only for a limited time', async () => {
    const { call, keys } = serverWith(...Array.from({ length: 50 }, () => busy));
    expect(await call('a')).toBe(busy);
    expect([keys.length, new Set(keys).size]).toEqual([21, 1]);
  });

  test('remain the same attempt when the response was lost', async () => {
    const { call, keys } = serverWith('silence', lost, lost);
    expect(await call('a')).toBe(lost);
    expect(await call('a')).toBe(lost);
    expect(new Set(keys)).toEqual(new Set(['key 1']));
  });

  test('get a new key for the same content once the request is sent from elsewhere', async () => {
    const { call, keys, open } = serverWith('silence', 'silence', ok);
    await expect(call('a')).rejects.toThrow('Failed to fetch');
    open.clear();
    expect(await call('a')).toBe(ok);
    expect(keys).toEqual(['key 1', 'key 1', 'key 2']);
  });

  test('get a new key for other content or after a refusal', async () => {
    const { call, keys } = serverWith(refused, ok, ok);
    await call('a');
    await call('a');
    await call('b');
    expect(keys).toEqual(['key 1', 'key 2', 'key 3']);
  });
});
