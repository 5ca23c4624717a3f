import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import {
  createTestOrganization,
  type TestOrganizationMember,
} from '#server/identity/members/test/organizations.ts';
import { notificationTools } from '#server/platform/notifications/test/notifications.ts';
import { connectTestHub } from '#server/platform/realtime/test/client.ts';
import { sharedApplication } from '#server/test/application.ts';
import { repetitions } from '#tools/kit/seed.ts';

const product = await sharedApplication();
const { owner: store } = product.open;
const { run, send } = notificationTools(product);

const joined = async (member: TestOrganizationMember) => {
  const token = (member.headers['authorization'] ?? '').replace('Bearer ', '');
  const client = await connectTestHub(product, token);
  await client.hub.invoke('JoinGroup', member.tenant);
  const say = (message: string, id?: string) =>
    client.hub.invoke('SendMessage', member.tenant, '', message, ...(id ? [id] : []));
  return { ...client, say };
};
const messagesOf = async ({ api }: TestOrganizationMember, query = {}) =>
  (await api.chat.getMessages({ query })).items;
const textsOf = async (member: TestOrganizationMember) =>
  (await messagesOf(member)).map(({ message }) => message);

describe('The history of the chat (R-CHT-01)', () => {
  test('keeps messages with the sender’s name and time, for every role', async () => {
    const { owner, add } = await createTestOrganization(product);
    const guest = await add(Role.Guest);
    const { say } = await joined(owner);
    await say('  Good morning  ');
    const [first] = await messagesOf(guest);
    expect(first).toMatchObject({
      position: 1,
      userId: owner.id,
      user: 'Rui Alves',
      message: 'Good morning',
      clientId: null,
      unread: true,
    });
    await expect((await joined(guest)).say('Hello')).resolves.toBeNull();
    expect(await textsOf(owner)).toEqual(['Hello', 'Good morning']);
  });

  test('is seen by no other organization, and not by former members', async () => {
    const [one, other] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    const member = await one.add(Role.Member);
    await (await joined(member)).say('Ours');
    expect(await messagesOf(other.owner)).toEqual([]);
    await one.owner.api.members.remove({ params: { id: member.member } });
    await expect(messagesOf(member)).rejects.toMatchObject({ code: 'notFound' });
    expect(await messagesOf(one.owner)).toMatchObject([{ user: 'Rui Alves', message: 'Ours' }]);
  });

  test('is loaded in pages, newest first', async () => {
    const { owner } = await createTestOrganization(product);
    const { say } = await joined(owner);
    for (let count = 1; count <= 5; count += 1) await say(`${count}`);
    const first = await owner.api.chat.getMessages({ query: { limit: 2 } });
    const second = await owner.api.chat.getMessages({
      query: { limit: 2, cursor: first.next ?? '' },
    });
    const positions = [...first.items, ...second.items].map(({ position }) => position);
    expect(positions).toEqual([5, 4, 3, 2]);
    expect(second.next).not.toBeNull();
    await expect(
      owner.api.chat.getMessages({ query: { cursor: Buffer.from('["x"]').toString('base64url') } }),
    ).rejects.toMatchObject({ code: 'validation' });
  });

  test('is deleted after 90 days, and the numbers go on', async () => {
    const { id, owner } = await createTestOrganization(product);
    const { say } = await joined(owner);
    await say('Old');
    await store.query(
      `update chat_messages set created_at = now() - interval '91 days' where tenant_id = $1`,
      [id],
    );
    await run('notifications.purge');
    await say('New');
    expect(await messagesOf(owner)).toMatchObject([{ position: 2, message: 'New' }]);
  });

  test('stores a message that is too large with its escapes nowhere', async () => {
    const { owner } = await createTestOrganization(product);
    const { say } = await joined(owner);
    await expect(say('\u0001'.repeat(2_000) + '.')).rejects.toThrow('realtime.invalid');
    await expect(say(`.${'\u0001'.repeat(1_998)}.`)).rejects.toThrow('realtime.invalid');
    expect(await messagesOf(owner)).toEqual([]);
  });

  test.each(Array.from({ length: repetitions(2, 20) }, (_, n) => n + 1))(
    'has the order in which everyone receives messages that are sent in parallel (%i)',
    async () => {
      const { owner, add } = await createTestOrganization(product);
      const people = [owner, await add(Role.Member), await add(Role.Guest)];
      const clients = await Promise.all(people.map(joined));
      const sent = Array.from({ length: 60 }, (_, n) => `${n}`);
      await Promise.all(sent.map((text, n) => clients[n % clients.length]?.say(text)));
      for (const { messages } of clients) {
        await expect.poll(() => messages.length).toBe(sent.length);
        expect(messages.map(({ position }) => position)).toEqual(sent.map((_, n) => n + 1));
      }
      const stored = (await messagesOf(owner)).toReversed().map(({ message }) => message);
      for (const { messages, heard } of clients) {
        expect(messages.map(({ message }) => message)).toEqual(stored);
        const received = heard.filter((event) => event.startsWith('ReceiveMessage'));
        expect(received).toEqual(stored.map((text) => `ReceiveMessage Rui Alves ${text}`));
      }
    },
  );
});

describe('Unread messages (R-CHT-02)', () => {
  test('are those of others since the member has looked, and since they joined', async () => {
    const { owner, add } = await createTestOrganization(product);
    const { say } = await joined(owner);
    await say('Before');
    const member = await add(Role.Member);
    const client = await joined(member);
    await expect.poll(() => client.unread).toEqual([[0, 0]]);
    await say('One');
    await say('Two');
    const unread = async () => (await messagesOf(member)).map((message) => message.unread);
    expect(await unread()).toEqual([true, true, false]);
    expect((await messagesOf(owner)).some((message) => message.unread)).toBe(false);
    const again = await joined(member);
    await expect.poll(() => again.unread).toEqual([[0, 2]]);
    await member.api.chat.markRead({ params: { position: 3 } });
    for (const { unread } of [client, again])
      await expect.poll(() => unread.at(-1)).toEqual([0, 0]);
    expect(await unread()).toEqual([false, false, false]);
  });

  test('stay read: 50 parallel requests never move the mark back', async () => {
    const { id, owner } = await createTestOrganization(product);
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        owner.api.chat.markRead({ params: { position: ((n * 37) % 50) + 1 } }),
      ),
    );
    const { rows } = await store.query(
      'select user_id, position::int from chat_reads where tenant_id = $1',
      [id],
    );
    expect(rows).toEqual([{ user_id: owner.id, position: 50 }]);
  });
});

describe('A message that is sent again (R-CHT-03)', () => {
  test('is stored and delivered once, also in parallel', async () => {
    const { owner } = await createTestOrganization(product);
    const [client, other] = [await joined(owner), await joined(owner)];
    const id = randomUUID();
    await client.say('Once', id);
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? client : other).say('Once', id)),
    );
    await client.say('Last', randomUUID());
    await expect.poll(() => client.messages.at(-1)?.message).toBe('Last');
    expect(client.messages).toMatchObject([{ message: 'Once', clientId: id }, { message: 'Last' }]);
    expect(await textsOf(owner)).toEqual(['Last', 'Once']);
  });

  test('is known by its sender: the id of another member’s message takes nothing away', async () => {
    const { owner, add } = await createTestOrganization(product);
    const member = await add(Role.Member);
    const id = randomUUID();
    await (await joined(owner)).say('Mine', id);
    await (await joined(member)).say('Also mine', id);
    expect(await textsOf(owner)).toEqual(['Also mine', 'Mine']);
  });

  test('needs no id: the three arguments of the specification suffice, and each one counts', async () => {
    const { owner } = await createTestOrganization(product);
    const { say, hub } = await joined(owner);
    await say('Twice');
    await say('Twice');
    expect(await textsOf(owner)).toEqual(['Twice', 'Twice']);
    const withWrongId = hub.invoke('SendMessage', owner.tenant, '', 'x', 'no id');
    await expect(withWrongId).rejects.toThrow('realtime.invalid');
  });
});

describe('The unread count of notifications (R-NTF-04)', () => {
  test('reaches the windows of those who are notified, without a request', async () => {
    const { id, owner, add } = await createTestOrganization(product);
    const [first, second, guest] = [
      await joined(owner),
      await joined(owner),
      await joined(await add(Role.Guest)),
    ];
    await send(id, { kind: 'joinedByLink' });
    for (const { unread } of [first, second]) {
      await expect.poll(() => unread.at(-1)).toEqual([1, 0]);
    }
    const [shown] = (await owner.api.notifications.getAll()).items;
    await owner.api.notifications.markRead({ params: { id: shown?.id ?? '' } });
    for (const { unread } of [first, second]) {
      await expect.poll(() => unread.at(-1)).toEqual([0, 0]);
    }
    expect(guest.unread).toEqual([[0, 0]]);
  });
});
