import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Role } from '#contract/access.ts';
import { generalLimits } from '#server/platform/http/protection/call-counts.ts';
import { testApplication } from '#server/test/application.ts';
import { repetitions } from '#tools/kit/seed.ts';
import {
  createProvisionedOrganization,
  isError,
  newScimUser,
  patchOf,
  scimClientOf,
  userPath,
  type ScimTestClient,
} from './test/client.ts';

/** Many users, races and limits over SCIM. `LONGRUN=all` provisions 1,000 users and repeats each race 50 times. */
const product = await testApplication();
const deactivate = patchOf({ op: 'replace', value: { active: false } });
const repeats = Array.from({ length: repetitions(1, 50) }, (_, n) => n + 1);
const crowd = 50;

/** Sends a request again until it is served, as 503 asks for: on a slow machine a crowd waits too long for its turn. */
const untilServed = async (send: () => ReturnType<ScimTestClient>) => {
  for (;;) {
    const reply = await send();
    if (reply.status !== 503) return reply;
  }
};

describe('Races over SCIM (R-SCM-04, R-ORG-08, R-MEM-05)', () => {
  test.each(repeats)(`${crowd} concurrent deactivations of owners leave one (%i)`, async () => {
    const { scim, owner, add, owners, seatsTaken } = await createProvisionedOrganization(product);
    const all = [owner];
    for (let count = 1; count < crowd; count += 1) all.push(await add(Role.Owner));
    const replies = await Promise.all(
      all.map((one) => untilServed(() => scim('PATCH', userPath(one), { body: deactivate }))),
    );
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toEqual([isError(400, 'mutability')]);
    expect(await owners()).toBe(1);
    expect(await seatsTaken()).toBe(1);
  });

  test.each(repeats)(`${crowd} concurrent users take exactly the free seats (%i)`, async () => {
    const { scim, seatsTaken } = await createProvisionedOrganization(product, 4);
    const replies = await Promise.all(
      Array.from({ length: crowd }, () =>
        untilServed(() => scim('POST', '/Users', { body: newScimUser() })),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(await seatsTaken()).toBe(4);
  });

  test(`of ${crowd} concurrent creations of one user one succeeds`, async () => {
    const { scim, seatsTaken } = await createProvisionedOrganization(product);
    const body = newScimUser();
    const replies = await Promise.all(
      Array.from({ length: crowd }, () => untilServed(() => scim('POST', '/Users', { body }))),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(crowd - 1);
    expect(await seatsTaken()).toBe(2);
  });
});

const many = repetitions(60, 1_000);
const perPage = repetitions(50, 200);

test(`provisions ${many} users, lists them in pages and puts them into a group (R-SCM-06)`, async () => {
  const { scim, seatsTaken } = await createProvisionedOrganization(product);
  const created: string[] = [];
  for (let batch = 0; batch < many; batch += 20) {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const body = newScimUser({ externalId: `e-${batch + n}` });
        return untilServed(() => scim('POST', '/Users', { body }));
      }),
    );
    created.push(...replies.map(({ body }) => String(body['id'])));
  }
  expect(await seatsTaken()).toBe(many + 1);
  const listed: string[] = [];
  for (let startIndex = 1; startIndex <= many + 1; startIndex += perPage) {
    const { body } = await scim('GET', `/Users?startIndex=${startIndex}&count=${perPage}`);
    expect(body['totalResults']).toBe(many + 1);
    listed.push(...body['Resources'].map(({ id }: { id: string }) => id));
  }
  expect(new Set(listed)).toEqual(new Set([...created, listed[0]]));
  const { body: found } = await scim('GET', '/Users?filter=externalId eq "e-57"');
  expect(found['totalResults']).toBe(1);
  const members = created.map((value) => ({ value }));
  const { body: group } = await scim('PUT', '/Groups/admin', { body: { members } });
  expect(group['members']).toHaveLength(many);
}, 120_000);

describe('Limits (R-SCM-07)', async () => {
  const lines: string[] = [];
  const limited = await testApplication(
    { RATE_LIMITS: 'on', LOG_LEVEL: 'debug' },
    { write: (line: string) => void lines.push(line) },
  );

  test('refuse oversized and deeply nested bodies before they are parsed', async () => {
    const { scim } = await createProvisionedOrganization(product);
    const large = newScimUser({ nickName: 'x'.repeat(1024 * 1024) });
    expect(await scim('POST', '/Users', { body: large })).toEqual(isError(413));
    const deep = `{"userName":${'['.repeat(100)}${']'.repeat(100)}}`;
    expect(await scim('POST', '/Users', { body: deep })).toEqual(isError(400));
    const operations = Array.from({ length: 1_001 }, () => ({ op: 'remove', path: 'active' }));
    const many = patchOf(...operations);
    expect(await scim('PATCH', '/Groups/admin', { body: many })).toEqual(isError(400));
  });

  test('refuse what exceeds the rate of an organization with the seconds to wait, and only that', async () => {
    const [here, there] = [
      await createProvisionedOrganization(limited),
      await createProvisionedOrganization(limited),
    ];
    // All requests count in the same minute, however long they take.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const invite = () => here.scim('POST', '/Users', { body: newScimUser() });
    for (let left = generalLimits.scimInvitation; left > 0; left -= 10) {
      const replies = await Promise.all(Array.from({ length: 10 }, invite));
      // Whole replies: a refusal tells its reason.
      expect(replies).toEqual(replies.map(() => expect.objectContaining({ status: 201 })));
    }
    const refused = await invite();
    expect(refused).toEqual(isError(429));
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await there.scim('POST', '/Users', { body: newScimUser() })).status).toBe(201);
    expect((await here.scim('GET', '/Users')).status).toBe(200);
  });

  test('count activations that mail an invitation, and no other change', async () => {
    const { scim } = await createProvisionedOrganization(limited);
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { body } = await scim('POST', '/Users', { body: newScimUser() });
    const patch = async (value: object) =>
      (await scim('PATCH', `/Users/${body['id']}`, { body: patchOf({ op: 'replace', value }) }))
        .status;
    for (let left = generalLimits.scimInvitation - 1; left > 0; left -= 1) {
      expect(await patch({ active: false })).toBe(200);
      expect(await patch({ active: true })).toBe(200);
    }
    expect(await patch({ active: false })).toBe(200);
    expect(await patch({ active: true })).toBe(429);
    expect(await patch({ displayName: 'Eva' })).toBe(200);
  });

  test('keep tokens out of the log (R-SEC-12)', async () => {
    const { scim, token } = await createProvisionedOrganization(limited);
    await scim('GET', '/Users');
    await scim('POST', '/Users', { body: '{' });
    await scimClientOf(limited, `${token}x`)('GET', '/Users');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toContain(token.split('_').slice(2).join('_'));
  });
});
