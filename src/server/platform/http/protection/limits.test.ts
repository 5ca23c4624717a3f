import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createTestOrganization,
  createTestUser,
} from '#server/identity/members/test/organizations.ts';
import { openRawSocket } from '#server/platform/realtime/test/client.ts';
import {
  memberPassword,
  priceIdOf,
  registerOwner,
  testApplication,
} from '#server/test/application.ts';

/** Checks that excess attempts get 429, by account and by network (R-ACC-23, decisions/0010). */
// One process: several would admit more until they synchronize, which has a test of its own.
const product = await testApplication({
  RATE_LIMITS: 'on',
  TRUST_PROXY: '10.1.0.0/16',
  INSTANCES: '1',
});
const proxy = '10.1.0.7';
let visitors = 0;
/** Returns an address in an unused network. */
const newNetwork = () => `203.0.${Math.floor((visitors += 1) / 250)}.${visitors % 250}`;
const newAddress = () => `${randomUUID()}@example.com`;

type Visit = {
  from?: string;
  via?: string;
  token?: string;
  device?: string;
  method?: 'GET' | 'POST' | 'PUT';
};

const call = (path: string, payload: object | undefined, visit: Visit = {}) =>
  product.app.inject({
    method: visit.method ?? 'POST',
    url: `/api${path}`,
    remoteAddress: visit.via ?? visit.from ?? newNetwork(),
    headers: {
      ...(visit.via && visit.from && { 'x-forwarded-for': visit.from }),
      ...(visit.device && { cookie: `locale=en-US; device=${visit.device}` }),
      ...(visit.token && { authorization: `Bearer ${visit.token}` }),
    },
    ...(payload && { payload }),
  });
const login = (email: string, password: string, visit: Visit = {}) =>
  call('/Authentication/Login', { email, password }, visit);

const statuses = async (times: number, attempt: () => Promise<{ statusCode: number }>) => {
  const seen: number[] = [];
  for (let n = 0; n < times; n += 1) seen.push((await attempt()).statusCode);
  return seen;
};
const times = (count: number, status: number) => Array.from({ length: count }, () => status);
/** Expires all counters, as if the hour had passed. */
const later = () => product.open.owner.query('update app.rate_limits set expire = 0');
/** Sets the counters whose key begins like this, as if so many attempts had been made. */
const raiseTo = (points: number, key: string) =>
  product.open.owner.query('update app.rate_limits set points = $1 where starts_with(key, $2)', [
    points,
    key,
  ]);
/** Freezes the clock until the end of the test, so that all calls count in the same minute. */
const stopTheClock = () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
};
const ownerFrom = async (from: string) =>
  registerOwner({ ...product, anyone: product.callerOf({}, from) }, { plan: 'Starter' });

describe('Guessing a password (R-ACC-23)', () => {
  test('is evaluated ten times, from however many networks', async () => {
    const { user } = await ownerFrom(newNetwork());
    const guesses = await Promise.all(
      Array.from({ length: 120 }, (_, n) => login(user.email, `guess ${n}`)),
    );
    expect(guesses.filter(({ statusCode }) => statusCode === 400)).toHaveLength(10);
    const refused = guesses.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(110);
    expect(refused[0]?.json()).toMatchObject({ status: 429, code: 'errors.tooManyRequests' });
    const wait = Number(refused[0]?.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(15 * 60);
  });

  test('does not block a valid mailed token, however many others are guessed', async () => {
    const [home, attacker] = [newNetwork(), newNetwork()];
    const { user } = await ownerFrom(home);
    await statuses(11, () => login(user.email, 'a wrong guess'));
    expect((await login(user.email, memberPassword)).statusCode).toBe(429);
    const reset = () => call(`/Authentication/Reset/${user.email}`, undefined, { from: home });
    const { verifyToken } = (await reset()).json();
    const chosen = { password: memberPassword, passwordConfirm: memberPassword };
    const proof = { email: user.email, token: verifyToken, ...chosen };
    // From other networks, and from the owner's.
    for (const from of [attacker, home]) {
      const junk = () =>
        call('/Authentication/Verify', { ...proof, token: randomUUID() }, { from });
      expect(await statuses(21, junk)).toEqual([...times(20, 400), 429]);
      const resetByAttacker = () =>
        call(`/Authentication/Reset/${user.email}`, undefined, { from: attacker });
      await statuses(4, resetByAttacker);
    }
    expect((await call('/Authentication/Verify', proof, { from: home })).statusCode).toBe(200);
  });

  test('does not block a known device in the same network', async () => {
    const from = newNetwork();
    const { user } = await ownerFrom(newNetwork());
    const deviceOf = (answer: { headers: object }) =>
      /^device=([\w-]{43});/.exec(String((answer.headers as Record<string, string>)['set-cookie']));
    const first = await login(user.email, memberPassword, { from });
    const device = deviceOf(first)?.[1] ?? '';
    expect(String(first.headers['set-cookie'])).toMatch(
      /^device=[\w-]{43}; Path=\/api; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
    );
    // A device keeps its token at the next sign-in.
    const again = await login(user.email, memberPassword, { from, device });
    expect(deviceOf(again)?.[1]).toBe(device);
    // Others in this network use up its attempts, at this account and in total.
    const wrong = await login(user.email, 'a wrong guess', { from });
    expect(wrong.headers['set-cookie']).toBeUndefined();
    await statuses(60, () => login(user.email, 'a wrong guess', { from }));
    for (let n = 0; n < 50; n += 1) await login(newAddress(), 'a wrong guess', { from });
    expect((await login(user.email, memberPassword, { from })).statusCode).toBe(429);
    expect((await login(user.email, memberPassword, { from, device })).statusCode).toBe(200);
    // The device has its own ten attempts, for this account only.
    const guess = () => login(user.email, 'a wrong guess', { from, device });
    expect(await statuses(11, guess)).toEqual([...times(10, 400), 429]);
    const { email: other } = (await ownerFrom(newNetwork())).user;
    expect((await login(other, memberPassword, { from, device })).statusCode).toBe(429);
    const madeUp = 'x'.repeat(43);
    expect((await login(user.email, memberPassword, { from, device: madeUp })).statusCode).toBe(
      429,
    );
  });

  test('does not block the owner in a network that they signed in from', async () => {
    const [home, elsewhere] = [newNetwork(), newNetwork()];
    const { user } = await ownerFrom(home);
    await statuses(11, () => login(user.email, 'a wrong guess'));
    expect((await login(user.email, memberPassword, { from: elsewhere })).statusCode).toBe(429);
    expect((await login(user.email, memberPassword, { from: home })).statusCode).toBe(200);
    const guess = () => login(user.email, 'a wrong guess', { from: home });
    expect(await statuses(11, guess)).toEqual([...times(10, 400), 429]);
  });

  test('of an unknown account is limited in the same way', async () => {
    const email = newAddress();
    const seen = await statuses(11, () => login(email.toUpperCase(), 'a wrong guess'));
    expect(seen).toEqual([...times(10, 400), 429]);
  });

  test('through a join link or a session counts as well', async () => {
    const { user, token } = await ownerFrom(newNetwork());
    const guess = { email: user.email, password: 'a wrong guess' };
    const path = `/TenantUserInvitation/RequestAccess/${randomUUID()}`;
    expect(await statuses(10, () => call(path, guess))).toEqual(times(10, 404));
    expect((await login(user.email, memberPassword)).statusCode).toBe(429);
    const change = { passwordCurrent: 'wrong', passwordNew: 'a new one', passwordConfirm: '' };
    const seen = await statuses(11, () =>
      call('/User/UpdatePassword', change, { token, method: 'PUT' }),
    );
    expect(seen).toEqual([...times(10, 400), 429]);
  });

  test('stops at fifty attempts per network, whatever X-Forwarded-For says', async () => {
    const from = newNetwork();
    const seen = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        product.app.inject({
          method: 'POST',
          url: '/api/Authentication/Login',
          remoteAddress: from,
          headers: { 'x-forwarded-for': `198.51.100.${n}` },
          payload: { email: newAddress(), password: 'a wrong guess' },
        }),
      ),
    );
    expect(seen.filter(({ statusCode }) => statusCode === 400)).toHaveLength(50);
  });

  test("is counted by the client's network behind a trusted proxy", async () => {
    const seen = await Promise.all(
      Array.from({ length: 60 }, () =>
        login(newAddress(), 'a wrong guess', { via: proxy, from: newNetwork() }),
      ),
    );
    expect(new Set(seen.map(({ statusCode }) => statusCode))).toEqual(new Set([400]));
  });
});

test('successful sign-ins are not limited', async () => {
  const from = newNetwork();
  const { user } = await ownerFrom(from);
  const attempt = () => login(user.email, memberPassword, { from });
  expect(await statuses(12, attempt)).toEqual(times(12, 200));
});

test('registrations count by account once they succeed, and refused ones by network only', async () => {
  const price = { subscriptionPriceId: await priceIdOf(product, 'Starter', 0) };
  const from = newNetwork();
  const taken = (await ownerFrom(newNetwork())).user.currentTenant?.name ?? '';
  const form = { email: newAddress(), firstName: 'Ana', lastName: 'Souza' };
  const register = (organization: string, email = form.email) =>
    call(
      '/Authentication/Register',
      { ...form, email, organization, selectedSubscription: price },
      { from },
    );
  expect(await statuses(4, () => register(taken))).toEqual(times(4, 400));
  expect((await register(`Organization ${randomUUID()}`)).statusCode).toBe(200);
  expect(await statuses(6, () => register(taken, newAddress()))).toEqual([...times(5, 400), 429]);
});

test('password resets by strangers leave the owner those of a known network', async () => {
  const home = newNetwork();
  const { email } = (await ownerFrom(home)).user;
  const reset = (from = newNetwork()) =>
    call(`/Authentication/Reset/${encodeURIComponent(email)}`, undefined, { from });
  expect(await statuses(4, () => reset())).toEqual([...times(3, 200), 429]);
  expect(await statuses(4, () => reset(home))).toEqual([...times(3, 200), 429]);
});

test('password resets are limited to three an hour for an address', async () => {
  const { email } = (await ownerFrom(newNetwork())).user;
  const reset = () => call(`/Authentication/Reset/${encodeURIComponent(email)}`, undefined);
  expect(await statuses(3, reset)).toEqual(times(3, 200));
  await later();
  expect(await statuses(4, reset)).toEqual([...times(3, 200), 429]);
});

test('token guesses are limited to twenty per network and ten per token', async () => {
  const from = newNetwork();
  const guess = { email: newAddress(), password: memberPassword, passwordConfirm: memberPassword };
  const verify = (visit: Visit, token: string = randomUUID()) =>
    call('/Authentication/Verify', { ...guess, token }, visit);
  expect(await statuses(21, () => verify({ from }))).toEqual([...times(20, 400), 429]);
  const token = randomUUID();
  expect(await statuses(11, () => verify({}, token))).toEqual([...times(10, 400), 429]);
});

test('valid links open even when the network has used up its lookups', async () => {
  const from = newNetwork();
  const { api } = (await createTestOrganization(product)).owner;
  const { link } = await api.invitations.updateSettings({
    body: { enableLink: true, enablePublicUrl: false, requireAcceptance: true },
  });
  const look = (token: string = randomUUID()) =>
    call(`/TenantUserInvitation/GetInviteURL/${token}`, undefined, { from, method: 'GET' });
  expect(await statuses(11, () => look())).toEqual([...times(10, 404), 429]);
  expect((await look(link)).statusCode).toBe(200);
});

describe('Requests to join by a link are limited to', () => {
  const linkOf = async () => {
    const { api } = (await createTestOrganization(product)).owner;
    const body = { enableLink: true, enablePublicUrl: false, requireAcceptance: true };
    return { api, link: (await api.invitations.updateSettings({ body })).link };
  };
  const ask = (link: string, visit: Visit = {}, email = newAddress()) => {
    const chosen = { password: memberPassword, passwordConfirm: memberPassword };
    return call(`/TenantUserInvitation/RequestAccess/${link}`, { email, ...chosen }, visit);
  };

  test('thirty an hour per network', async () => {
    const [{ link }, other, from] = [await linkOf(), await linkOf(), newNetwork()];
    expect((await ask(link, { from })).statusCode).toBe(200);
    await raiseTo(29, 'join:network:');
    expect((await ask(link, { from })).statusCode).toBe(200);
    expect((await ask(other.link, { from })).statusCode).toBe(429);
  });

  test('sixty an hour per organization, across its links', async () => {
    const { api, link } = await linkOf();
    expect((await ask(link)).statusCode).toBe(200);
    await raiseTo(59, 'join:linkedTenant:');
    expect(await statuses(2, () => ask(link))).toEqual([200, 429]);
    const body = {
      enableLink: true,
      resetLink: true,
      enablePublicUrl: false,
      requireAcceptance: true,
    };
    const { link: next } = await api.invitations.updateSettings({ body });
    expect((await ask(next)).statusCode).toBe(429);
  });

  test('five an hour per address', async () => {
    const email = newAddress();
    const seen = [];
    for (let n = 0; n < 6; n += 1) {
      const { link } = await linkOf();
      seen.push((await ask(link, {}, email)).statusCode);
    }
    expect(seen).toEqual([...times(5, 200), 429]);
  });
});

test('invitations to one address are limited to five an hour across organizations', async () => {
  const email = newAddress();
  const invite = async () => {
    const { api } = (await createTestOrganization(product)).owner;
    const body = { email, firstName: 'Eva', lastName: 'Reis', role: 2 as const };
    return api.invitations.invite({ body });
  };
  for (let n = 0; n < 5; n += 1) await invite();
  await expect(invite()).rejects.toMatchObject({ code: 'tooManyRequests' });
});

test.each(['GetInvitation', 'GetInviteURL'])(
  'link lookups with %s are limited to ten',
  async (of) => {
    const from = newNetwork();
    const look = () =>
      call(`/TenantUserInvitation/${of}/${randomUUID()}`, undefined, { from, method: 'GET' });
    expect(await statuses(11, look)).toEqual([...times(10, 404), 429]);
  },
);

test('invitations are limited to thirty an hour per organization', async () => {
  const { api } = (await createTestOrganization(product)).owner;
  const invite = () =>
    api.invitations.invite({
      body: { email: newAddress(), firstName: 'Eva', lastName: 'Reis', role: 2 },
    });
  await invite();
  await raiseTo(29, 'invite:tenant:');
  await invite();
  await expect(invite()).rejects.toMatchObject({ code: 'tooManyRequests' });
  // Reactivating a deactivated invitation emails it again.
  const reactivation = api.members.reactivate({ params: { id: randomUUID() } });
  await expect(reactivation).rejects.toMatchObject({ code: 'tooManyRequests' });
});

test('all calls are limited per session, and counted for other processes', async () => {
  stopTheClock();
  const { id, headers } = await createTestUser(product);
  const token = headers['authorization']?.replace('Bearer ', '');
  const seen = await Promise.all(
    Array.from({ length: 605 }, () =>
      call('/User/GetSessions', undefined, { token, method: 'GET' }),
    ),
  );
  expect(seen.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
  expect(seen.filter(({ statusCode }) => statusCode === 200)).toHaveLength(600);
  const shared = `select sum(points)::int as points from app.rate_limits
    where key like (select 'session:' || id || ':%' from sessions where user_id = $1)`;
  const sharedCount = async () => (await product.open.owner.query(shared, [id])).rows;
  await expect.poll(sharedCount).toEqual([{ points: 600 }]);
});

test('connections to the hub are limited to fifty a minute per network', async () => {
  stopTheClock();
  const { token } = await ownerFrom(newNetwork());
  const query = `?access_token=${token}`;
  // All sockets of this test have the same address. The first attempts use an invalid token.
  await openRawSocket(product, '?access_token=made-up');
  const tries = Array.from({ length: 49 }, () => openRawSocket(product, '?access_token=made-up'));
  expect((await Promise.all(tries)).some(({ isOpen }) => isOpen)).toBe(false);
  expect((await openRawSocket(product, query)).isOpen).toBe(false);
  vi.setSystemTime(Date.now() + 60_000);
  expect((await openRawSocket(product, query)).isOpen).toBe(true);
});

test("attempts are refused with 503 when they can't be counted, and signed-in calls continue", async () => {
  const { user, api } = await ownerFrom(newNetwork());
  await product.open.owner.query('alter table app.rate_limits rename to elsewhere');
  try {
    expect((await login(user.email, memberPassword)).statusCode).toBe(503);
    await expect(api.users.getCurrent()).resolves.toMatchObject({ id: user.id });
  } finally {
    await product.open.owner.query('alter table app.elsewhere rename to rate_limits');
  }
});

test('counters store a hash of the email address', async () => {
  const email = newAddress();
  await login(email, 'a wrong guess');
  const { rows } = await product.open.owner.query('select key from app.rate_limits');
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(email.split('@')[0]);
});

test('uploads are limited to sixty an hour per person, refused ones included', async () => {
  const { api } = await ownerFrom(newNetwork());
  const upload = () => api.archives.upload({ file: { content: new Blob(['no archive']) } });
  await expect(upload()).rejects.toMatchObject({ code: 'archive.invalid' });
  await raiseTo(60, 'upload:person');
  await expect(upload()).rejects.toMatchObject({ code: 'tooManyRequests' });
});
