import { expect, test } from 'vitest';
import { Failure } from '#contract/errors.ts';
import { createHttp } from '#server/platform/http/http.ts';

test('a 429 without a known wait asks to retry after a second', async () => {
  const app = createHttp({ logLevel: 'silent' });
  app.get('/limited', async () => {
    throw new Failure('tooManyRequests');
  });
  const { statusCode, headers } = await app.inject('/limited');
  expect([statusCode, headers['retry-after']]).toEqual([429, '1']);
});
