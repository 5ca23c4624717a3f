import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import {
  createTestOrganization,
  type TestOrganizationMember,
} from '#server/identity/members/test/organizations.ts';
import { databaseChannel } from '#server/platform/database/driver/tracing.ts';
import { runInTransaction } from '#server/platform/database/test/rows.ts';
import { signInOperator, testApplication } from '#server/test/application.ts';
import { chunkSize } from './list-chunks.ts';

/**
 * Checks that a list without paging is streamed in chunks (decision 22). The client gets a complete
 * list or a broken connection, never a truncated list.
 */
const product = await testApplication();
const { app, open } = product;
const operator = await signInOperator(product);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });

/** Number of read transactions on tenants. */
let looks = 0;
const note = (action: unknown) => {
  if ((action as { scope?: string }).scope === 'tenant') looks += 1;
};
databaseChannel.start.subscribe(note);
afterAll(() => databaseChannel.start.unsubscribe(note));

/** Inserts this many members with mixed roles, without the trigger that counts seats, which is slow. */
const addMembers = async (tenant: string, many: number) => {
  const client = await open.owner.connect();
  await runInTransaction(
    client,
    'set local session_replication_role = replica',
    `with people as (
       insert into users (email, first_name, last_name)
       select '${randomUUID()}' || n || '@example.com', 'Ana ' || n, 'Souza'
       from generate_series(1, ${many}) n
       returning id
     )
     insert into memberships (tenant_id, user_id, role, status, joined)
     select '${tenant}', id, 1 + row_number() over () % 3, 2, 1 from people`,
  );
  client.release();
};

const crowded = async (many: number) => {
  const organization = await createTestOrganization(product);
  await addMembers(organization.id, many - 1);
  return organization;
};

const listOf = ({ tenant, headers }: TestOrganizationMember) => ({
  url: `/api/TenantUsers/GetAll/${tenant}`,
  headers,
});
const ask = (member: TestOrganizationMember) => {
  const { url, headers } = listOf(member);
  return fetch(`${origin}${url}`, { headers });
};
/** Requests the list without reading its body. */
const begin = async (member: TestOrganizationMember) =>
  (await app.inject({ ...listOf(member), payloadAsStream: true })).stream();

/** Reads the list and returns the number of members and whether it is complete. */
const take = async (list: Readable) => {
  let heard = '';
  try {
    for await (const chunk of list) heard += String(chunk);
  } catch {
    return { isWhole: false, members: heard.split('"userId"').length - 1 };
  }
  return { isWhole: true, members: (JSON.parse(heard) as unknown[]).length };
};

/** Returns all members from the operator's paged list, in the order of the list under test. */
const everybodyIn = async (tenantId: string) => {
  const members = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = { tenantId, limit: 400, ...(cursor && { cursor }) };
    const page = await operator.api.members.getAllOfAll({ query });
    members.push(...page.items.map(({ tenant: _tenant, ...member }) => member));
    cursor = page.next;
  }
  return members.toSorted((a, b) => a.role - b.role || (a.id < b.id ? -1 : 1));
};

describe('A list without paging', () => {
  test('is one query if it fits one chunk, and otherwise the same list in chunks', async () => {
    const { id, owner } = await crowded(chunkSize);
    const short = await ask(owner);
    const entries = await everybodyIn(id);
    expect(short.headers.get('content-length')).not.toBeNull();
    expect(await short.json()).toEqual(entries);
    // One row more than a chunk, exactly two chunks, and one more.
    for (const more of [1, chunkSize - 1, 1]) {
      await addMembers(id, more);
      const long = await ask(owner);
      expect([long.status, long.headers.get('content-type'), long.headers.get('link')]).toEqual([
        200,
        short.headers.get('content-type'),
        null,
      ]);
      expect(await long.json()).toEqual(await everybodyIn(id));
    }
  });

  test('is read as the client reads it, and holds no database connection in between', async () => {
    const { owner, add } = await crowded(4 * chunkSize);
    const list = await begin(owner);
    await expect.poll(() => open.usage()['runtime']?.inUse).toBe(0);
    await add(Role.Guest);
    expect(await take(list)).toEqual({ isWhole: true, members: 4 * chunkSize + 1 });
  });

  test('is read only once for HEAD', async () => {
    const { owner } = await crowded(4 * chunkSize);
    const before = looks;
    const head = await app.inject({ ...listOf(owner), method: 'HEAD' });
    const whole = await app.inject(listOf(owner));
    expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([
      200,
      whole.headers['content-type'],
      '',
    ]);
    expect(looks - before).toBe(1 + 4);
  });

  test('closes the connection when a later chunk fails', async () => {
    const { owner, add } = await crowded(4 * chunkSize);
    // Longer than the contract allows. Guests are last in the list.
    const { member } = await add(Role.Guest);
    const wrong = `update memberships set last_name = repeat('x', 101) where id = $1`;
    await open.owner.query(wrong, [member]);
    const list = await ask(owner);
    expect(list.status).toBe(200);
    await expect(list.text()).rejects.toThrow('terminated');
  });
});

describe('While a list is sent', () => {
  const half = async () => {
    const { add } = await crowded(4 * chunkSize);
    const member = await add(Role.Admin);
    return { member, list: await begin(member) };
  };

  test.each([
    ['is removed from the organization', 'delete from memberships where id = $1', 'member'],
    ['loses the role that may see it', 'update memberships set role = 3 where id = $1', 'member'],
    ['is signed out', 'update sessions set revoked_at = now() where user_id = $1', 'id'],
  ] as const)('a member who %s gets no further chunk (R-MEM-14)', async (_ending, change, of) => {
    const { member, list } = await half();
    await open.owner.query(change, [member[of]]);
    const { isWhole, members } = await take(list);
    expect(isWhole).toBe(false);
    // One chunk is in transit, and the next one is buffered.
    expect(members).toBeLessThanOrEqual(2 * chunkSize);
  });

  test('the session is extended and the list continues', async () => {
    const { member, list } = await half();
    const lasts = `update sessions set expires_at = now() + interval '1 minute' where user_id = $1`;
    await open.owner.query(lasts, [member.id]);
    expect(await take(list)).toEqual({ isWhole: true, members: 4 * chunkSize + 1 });
    const { rows } = await open.owner.query(
      `select expires_at > now() + interval '2 minutes' as lasts from sessions where user_id = $1`,
      [member.id],
    );
    expect(rows).toEqual([{ lasts: true }]);
  });
});
