import { describe, expect, test } from 'vitest';
import { openAttempts } from './attempts.ts';

/** What the browser sends again, and under which key (decision 16). */
const ok = { status: 200, body: {} };
const refused = { status: 400, body: { code: 'errors.validation' } };
const away = { status: 503, body: { code: 'errors.unavailable' } };
const lost = { status: 409, body: { code: 'errors.request.answerLost' } };
const busy = { status: 409, body: { code: 'errors.request.inProgress' } };

/** A server that gives these answers, one after the other, and the keys that it was sent. */
const serverWith = (...answers: (typeof ok | 'silence')[]) => {
  const keys: string[] = [];
  let made = 0;
  const send = openAttempts({ newKey: () => `key ${(made += 1)}`, pause: async () => undefined });
  const call = (content: string) =>
    send(content, async (key) => {
      keys.push(key);
      const answer = answers[keys.length - 1] ?? ok;
      if (answer === 'silence') throw new TypeError('Failed to fetch');
      return answer;
    });
  return { call, keys };
};

describe('What is to be done once', () => {
  test('is sent again under its key when no answer came, or none was possible', async () => {
    for (const nothing of ['silence' as const, away]) {
      const { call, keys } = serverWith(nothing, ok);
      expect(await call('a')).toBe(ok);
      expect(keys).toEqual(['key 1', 'key 1']);
    }
  });

  test('is sent again once, and by hand under the same key', async () => {
    const { call, keys } = serverWith('silence', 'silence', ok);
    await expect(call('a')).rejects.toThrow('Failed to fetch');
    expect(await call('a')).toBe(ok);
    expect(keys).toEqual(['key 1', 'key 1', 'key 1']);
  });

  test('has one key however often it is clicked, until it is answered', async () => {
    const { call, keys } = serverWith(ok, busy, busy, ok);
    expect(await Promise.all([call('a'), call('a')])).toEqual([ok, ok]);
    await call('a');
    expect(keys).toEqual(['key 1', 'key 1', 'key 1', 'key 1', 'key 2']);
  });

  test('is asked for no longer than somebody waits', async () => {
    const { call, keys } = serverWith(...Array.from({ length: 50 }, () => busy));
    expect(await call('a')).toBe(busy);
    expect([keys.length, new Set(keys).size]).toEqual([21, 1]);
  });

  test('stays the same attempt when it was done and its answer is lost', async () => {
    const { call, keys } = serverWith('silence', lost, lost);
    expect(await call('a')).toBe(lost);
    expect(await call('a')).toBe(lost);
    expect(new Set(keys)).toEqual(new Set(['key 1']));
  });

  test('is another attempt with other content, or after a refusal', async () => {
    const { call, keys } = serverWith(refused, ok, ok);
    await call('a');
    await call('a');
    await call('b');
    expect(keys).toEqual(['key 1', 'key 2', 'key 3']);
  });
});
