import { expect, test } from 'vitest';
import type { QueuedChange } from '#web/api/kept-input.ts';
import { isTooOld, outcomeOf } from './outcome.ts';

/** Outcomes of changes that are sent later (R-DRF-03). */
const input = { title: 'Café', note: null, count: 2 };
const request = (method: string) => ({
  request: { method, url: '/api/Note', body: input, once: method === 'POST', headers: {} },
});
const answer = (status: number, code = '', current?: object) => ({
  status,
  body: { type: '', title: '', status, code: `errors.${code}`, ...(current && { current }) },
});
const meaning = (method: string, ...[status, code, current]: Parameters<typeof answer>) =>
  outcomeOf(request(method), answer(status, code, current));

test('an accepted change is done', () => {
  expect(meaning('POST', 200)).toBe('done');
  expect(meaning('DELETE', 204)).toBe('done');
});

test('an outage, a limit and an attempt under way are tried again later', () => {
  expect(meaning('POST', 503, 'unavailable')).toBe('later');
  expect(meaning('PUT', 429, 'tooManyRequests')).toBe('later');
  expect(meaning('POST', 409, 'request.inProgress')).toBe('later');
});

test('a refusal stays with its reason', () => {
  expect(meaning('POST', 400, 'usage.transactions')).toEqual({
    refusal: { code: 'usage.transactions', params: {} },
  });
  expect(meaning('PUT', 404, 'notFound')).toMatchObject({ refusal: { code: 'notFound' } });
});

test('a change whose answer was lost is done, a newer one by others is a conflict', () => {
  expect(meaning('DELETE', 404, 'notFound')).toBe('done');
  const record = { id: '1', version: 2, ...input, note: '' };
  expect(meaning('PUT', 412, 'conflict.changed', record)).toBe('done');
  expect(meaning('PUT', 412, 'conflict.changed', { ...record, count: 3 })).toMatchObject({
    refusal: { code: 'conflict.changed' },
  });
  expect(meaning('DELETE', 412, 'conflict.changed', record)).toMatchObject({
    refusal: { code: 'conflict.changed' },
  });
});

test('a new record is not sent again once the server may have forgotten its key', () => {
  const change = { ...request('POST'), queuedAt: 0 } as QueuedChange;
  expect(isTooOld(change, 22 * 3_600_000)).toBe(false);
  expect(isTooOld(change, 24 * 3_600_000)).toBe(true);
  expect(isTooOld({ ...change, ...request('PUT') }, 24 * 3_600_000)).toBe(false);
});
