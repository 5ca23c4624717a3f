import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { createMailbox } from './mailbox.ts';

const { owner } = await testDatabase();
const mailbox = createMailbox({ store: owner });
const message = { to: 'ana@example.com', subject: 'Olá', text: 'Oi', html: '<p>Oi</p>' };

beforeEach(() => owner.query('truncate sandbox.emails'));

describe('the local mailbox (R-GEN-01)', () => {
  test('lists the newest message first', async () => {
    for (const subject of ['first', 'second', 'third']) {
      await mailbox.deliver({ ...message, id: randomUUID(), subject });
    }
    const subjects = (await mailbox.list()).map((letter) => letter.subject);
    expect(subjects).toEqual(['third', 'second', 'first']);
  });

  test('lists the messages to one address, ignoring case', async () => {
    await mailbox.deliver({ ...message, id: randomUUID() });
    await mailbox.deliver({ ...message, id: randomUUID(), to: 'Bia@Example.com' });
    expect(await mailbox.list({ to: 'bia@example.COM' })).toMatchObject([
      { to: 'Bia@Example.com' },
    ]);
  });

  test('stores a message that is delivered twice only once', async () => {
    const twice = { ...message, id: randomUUID() };
    await mailbox.deliver(twice);
    await mailbox.deliver(twice);
    expect(await mailbox.list()).toHaveLength(1);
  });

  test('extracts the links of a message without the surrounding punctuation', async () => {
    const text =
      'Open https://a.example/x?e=a%40b&t=1. Or (http://b.example/y), https://a.example/x?e=a%40b&t=1';
    await mailbox.deliver({ ...message, id: randomUUID(), text });
    const [letter] = await mailbox.list();
    expect(letter?.links).toEqual(['https://a.example/x?e=a%40b&t=1', 'http://b.example/y']);
  });
});
