import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { id as uuid, money } from '#contract/shapes.ts';
import { createHttp } from '#server/platform/http/http.ts';
import { allEndpoints } from '#server/platform/http/test/endpoints.ts';

/** Compiled schemas of replies are as strict as the schemas of the contract (decision 37). */
const reply = z.array(z.object({ id: uuid, name: z.string().trim(), price: money.nullable() }));
const row = { id: '01989f3a-0000-7000-8000-0000000000AB', name: ' Ana ', price: 12.5 };

/** Serves these rows through the schema. */
const serve = (rows: unknown[]) => {
  const app = createHttp({ logLevel: 'silent' });
  app.get('/rows', { schema: { response: { 200: reply } } }, async () => rows);
  return app;
};

describe('A reply', () => {
  test('has the declared fields only, normalized, in their declared order', async () => {
    const { id, name, price } = row;
    const app = serve([{ passwordHash: 'x', price, name, id }]);
    for (const attempt of ['first', 'later']) {
      const { body } = await app.inject('/rows');
      const expected = `[{"id":"${row.id.toLowerCase()}","name":"Ana","price":12.5}]`;
      expect([attempt, body]).toEqual([attempt, expected]);
    }
  });

  test.each<[string, object]>([
    ['without a field', { ...row, name: undefined }],
    ['with a value of another type', { ...row, price: '12.5' }],
    ['with a malformed id', { ...row, id: 'x' }],
    ['that fails a check in code', { ...row, price: 0.125 }],
  ])('is a server error for a row %s, and contains nothing of it', async (_how, wrong) => {
    const app = serve([row, wrong]);
    for (const attempt of ['first', 'later']) {
      const { statusCode, body } = await app.inject('/rows');
      expect([attempt, statusCode, body.includes(' Ana ')]).toEqual([attempt, 500, false]);
    }
  });

  const replies = allEndpoints.flatMap(({ name, reply }) => (reply ? [{ name, reply }] : []));
  test.each(replies)('of $name can be compiled', ({ reply }) => {
    expect(() => z.compile(reply, { strict: true })).not.toThrow();
  });
});
