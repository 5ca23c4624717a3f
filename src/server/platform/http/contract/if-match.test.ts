import { describe, expect, test } from 'vitest';
import type { Failure } from '#contract/errors.ts';
import { registerOwner, signInOperator, sharedApplication } from '#server/test/application.ts';

const product = await sharedApplication();
const owner = await registerOwner(product);
const { transactions } = owner.api;

const body = { description: 'PETR4', quantity: 3, price: 2.55, date: '2026-03-01' };
const create = async () => {
  const made = await transactions.create({ body });
  return { ...made, params: { id: made.id } };
};
const changed = { code: 'conflict.changed', status: 412 };

/** Sends a change with this `If-Match`. */
const put = (id: string, tag: string, description: string) =>
  product.app.inject({
    method: 'PUT',
    url: `/api/Transaction/Update/${id}`,
    headers: { ...owner.headers, 'if-match': tag },
    payload: { ...body, description },
  });

describe('A versioned record (R-CNF-01)', () => {
  test('has its version as a strong entity tag, which each change counts up', async () => {
    const { id, version } = await create();
    expect(version).toBe(1);
    const answer = await put(id, '"1"', 'VALE3');
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"2"']);
    const url = `/api/Transaction/Get/${id}`;
    const read = await product.app.inject({ url, headers: owner.headers });
    expect([read.headers.etag, read.json()]).toEqual(['"2"', answer.json()]);
  });

  test('is answered 304 to who has its version already (R-API-11)', async () => {
    const { id } = await create();
    const url = `/api/Transaction/Get/${id}`;
    const read = (tag: string) =>
      product.app.inject({ url, headers: { ...owner.headers, 'if-none-match': tag } });
    for (const tag of ['"1"', 'W/"1"', '"7", "1"', '*']) {
      const { statusCode, headers, body: text } = await read(tag);
      expect([tag, statusCode, headers.etag, text]).toEqual([tag, 304, '"1"', '']);
    }
    for (const tag of ['"2"', '1', '']) expect((await read(tag)).statusCode).toBe(200);
    await put(id, '"1"', 'VALE3');
    expect((await read('"1"')).json()).toMatchObject({ version: 2 });
  });

  test('keeps its version when a change repeats its values', async () => {
    const { params } = await create();
    await expect(transactions.update({ params, body })).resolves.toMatchObject({ version: 1 });
  });

  test('is changed without a version as ever, and by any of the versions that are named', async () => {
    const { id, params } = await create();
    await transactions.update({ params, body: { ...body, quantity: 4 } });
    await expect(
      transactions.update({ params, body: { ...body, quantity: 5 } }),
    ).resolves.toMatchObject({ version: 3 });
    expect((await put(id, '"2", "3"', 'a')).statusCode).toBe(200);
    expect((await put(id, '*', 'b')).statusCode).toBe(200);
  });

  test('refuses a change of another version, and shows the record as it is', async () => {
    const { id, params, version } = await create();
    const current = await transactions.update({ params, body: { ...body, quantity: 4 }, version });
    const error = (await transactions
      .update({ params, body: { ...body, quantity: 5 }, version })
      .catch((refusal: unknown) => refusal)) as Failure;
    expect(error).toMatchObject({ ...changed, current });
    for (const tag of ['"1"', 'W/"2"', '2', '"two"', '"99999999999"', '']) {
      const answer = await put(id, tag, 'never');
      expect([tag, answer.statusCode]).toEqual([tag, 412]);
    }
    await expect(transactions.get({ params })).resolves.toEqual(current);
  });

  test('is deleted only in the version that is named', async () => {
    const { params, version } = await create();
    const current = await transactions.update({ params, body: { ...body, quantity: 4 }, version });
    await expect(transactions.remove({ params, version })).rejects.toMatchObject(changed);
    await transactions.remove({ params, version: current.version });
    await expect(transactions.remove({ params, version })).rejects.toMatchObject({
      code: 'notFound',
    });
  });

  test('takes one of many concurrent changes of a version (R-CNF-02)', async () => {
    const { params, version } = await create();
    const attempts = Array.from({ length: 12 }, (_, index) =>
      transactions.update({ params, body: { ...body, quantity: index + 10 }, version }),
    );
    const outcomes = await Promise.allSettled(attempts);
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as Failure] : [],
    );
    expect(refused.map(({ code }) => code)).toEqual(Array(11).fill('conflict.changed'));
    await expect(transactions.get({ params })).resolves.toMatchObject({ version: 2 });
  });

  test('of another organization stays unknown, whatever the version', async () => {
    const { params } = await create();
    const stranger = await registerOwner(product);
    await expect(
      stranger.api.transactions.update({ params, body, version: 9 }),
    ).rejects.toMatchObject({ code: 'notFound', current: undefined });
  });
});

test('operators change resources only in the version that they have seen (R-CNF-01)', async () => {
  const { resources } = (await signInOperator(product)).api;
  const made = await resources.create({ body: { title: 'Guide', description: null, type: 0 } });
  const params = { id: made.id };
  const input = { title: 'Manual', description: null, type: 0 } as const;
  const current = await resources.update({ params, body: input, version: made.version });
  const stale = { params, body: { ...input, title: 'Book' }, version: made.version };
  await expect(resources.update(stale)).rejects.toMatchObject({ ...changed, current });
  await expect(resources.remove({ params, version: made.version })).rejects.toMatchObject(changed);
  await resources.remove({ params, version: current.version });
});
