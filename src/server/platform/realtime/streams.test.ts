import { randomUUID } from 'node:crypto';
import { HttpTransportType } from '@microsoft/signalr';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Role } from '#contract/access.ts';
import { hubPath, maxMessageLength } from '#contract/realtime.ts';
import {
  createTestOrganization,
  createTestUser,
} from '#server/identity/members/test/organizations.ts';
import { createTestOperator, openTestSession } from '#server/identity/operators/test/operators.ts';
import { testApplication } from '#server/test/application.ts';
import { connectTestHub, encodeFrame, hubServerUrl } from './test/client.ts';

/** Checks the hub over server-sent events, for networks that block WebSockets (R-RTM-04). */
const product = await testApplication({ RATE_LIMITS: 'on' });

type Insider = { headers: Record<string, string>; tenant: string };
const tokenOf = ({ headers }: Pick<Insider, 'headers'>) =>
  (headers['authorization'] ?? '').replace('Bearer ', '');

/** Connects the official client over an event stream; the member joins the organization. */
const joined = async (insider: Insider) => {
  const token = tokenOf(insider);
  const client = await connectTestHub(product, token, HttpTransportType.ServerSentEvents);
  await client.hub.invoke('JoinGroup', insider.tenant);
  return client;
};

/** Opens an event stream without a client; `heard` resolves to all of it when it ends. */
const openStream = async (token: string, id: string, headers = {}) => {
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const url = `${await hubServerUrl(product)}${hubPath}?id=${id}&access_token=${token}`;
  const answer = await fetch(url, { headers, signal: over.signal });
  return { status: answer.status, answer, close: () => over.abort() };
};

const post = async (token: string, id: string, body: string, headers = {}) => {
  const { status } = await fetch(`${await hubServerUrl(product)}${hubPath}?id=${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body,
  });
  return status;
};

const accept = encodeFrame({ protocol: 'json', version: 1 });

/** Reads a stream until it contains a text or ends; returns what was read. */
const readUntil = async ({ answer }: { answer: Response }, text: string) => {
  let read = '';
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  while (!read.includes(text)) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) break;
    read += chunk.value;
  }
  return read;
};

describe('the hub over server-sent events (R-RTM-04)', () => {
  it('is offered in the negotiation, after WebSockets', async () => {
    const { owner } = await createTestOrganization(product);
    const { headers } = owner;
    const answer = await product.app.inject({ method: 'POST', url: '/hub/negotiate', headers });
    expect(
      answer
        .json<{ availableTransports: { transport: string }[] }>()
        .availableTransports.map(({ transport }) => transport),
    ).toEqual(['WebSockets', 'ServerSentEvents']);
  });

  it('carries messages, answers and notices between both transports, in one order', async () => {
    const { owner, add } = await createTestOrganization(product);
    const [one, other] = [await joined(owner), await connectTestHub(product, tokenOf(owner))];
    await other.hub.invoke('JoinGroup', owner.tenant);
    await joined(await add(Role.Member));
    await expect.poll(() => one.heard).toContain('UserConnected Rui Alves');
    for (const [from, text] of [
      [one, 'from the stream'],
      [other, 'from the socket'],
      [one, '"हि'.repeat(maxMessageLength / 4)],
      [one, '\\"'.repeat(maxMessageLength / 2)],
    ] as const) {
      await from.hub.invoke('SendMessage', owner.tenant, '', text);
      for (const { messages } of [one, other]) {
        await expect.poll(() => messages.at(-1)?.message).toBe(text);
      }
    }
    await owner.api.tenants.updateImage({
      params: { id: owner.tenant },
      body: { type: 'icon', icon: null },
    });
    await expect.poll(() => one.heard).toContain('Changed organization');
  });

  it('refuses what it refuses over WebSocket', async () => {
    const { id, owner } = await createTestOrganization(product);
    const stranger = await createTestUser(product);
    const { hub } = await connectTestHub(
      product,
      tokenOf(stranger),
      HttpTransportType.ServerSentEvents,
    );
    await expect(hub.invoke('JoinGroup', id)).rejects.toThrow('realtime.notMember');
    await expect(hub.invoke('SendMessage', id, '', 'hi')).rejects.toThrow('realtime.notMember');
    await expect(hub.invoke('DeleteTenant', id)).rejects.toThrow('realtime.invalid');
    const { id: supporter } = await createTestOperator(product, 'support');
    const acting = await joined({
      ...(await openTestSession(product, owner.id, supporter)),
      tenant: id,
    });
    const sent = acting.hub.invoke('SendMessage', id, '', 'hi');
    await expect(sent).rejects.toThrow('realtime.readOnly');
  });

  it.each([
    [
      'signs out',
      (user: string) => `update sessions set revoked_at = now() where user_id = '${user}'`,
    ],
    ['is deactivated', (user: string) => `update users set active = false where id = '${user}'`],
    ['is deleted', (user: string) => `delete from users where id = '${user}'`],
  ])('ends when its user %s', async (_what, sqlOf) => {
    const { add } = await createTestOrganization(product);
    const member = await add(Role.Member);
    const gone = await joined(member);
    await product.open.owner.query(sqlOf(member.id));
    await expect(gone.closed).resolves.toBeUndefined();
  });

  it('leaves the group with the membership', async () => {
    const { owner, add } = await createTestOrganization(product);
    const [member, one] = [await add(Role.Member), await joined(owner)];
    const gone = await joined(member);
    await owner.api.members.remove({ params: { id: member.member } });
    await one.hub.invoke('SendMessage', owner.tenant, '', 'Among us');
    await expect.poll(() => one.heard).toContain('ReceiveMessage Rui Alves Among us');
    expect(gone.heard.join()).not.toContain('Among us');
  });
});

describe('an event stream of the hub (R-RTM-04)', () => {
  it('requires a session, a page of this site and an id', async () => {
    const { owner } = await createTestOrganization(product);
    const token = tokenOf(owner);
    const other = { origin: 'https://elsewhere.example' };
    for (const wrong of ['', 'sx_made-up']) {
      expect((await openStream(wrong, randomUUID())).status).toBe(401);
      expect(await post(wrong, randomUUID(), accept)).toBe(401);
    }
    expect((await openStream(token, randomUUID(), other)).status).toBe(401);
    expect(await post(token, randomUUID(), accept, other)).toBe(401);
    for (const id of ['', 'x', '../negotiate']) {
      expect((await openStream(token, id)).status).toBe(404);
      expect(await post(token, id, accept)).toBe(404);
    }
  });

  it('is neither cached, held back by a proxy nor opened twice', async () => {
    const { owner } = await createTestOrganization(product);
    const [token, id] = [tokenOf(owner), randomUUID()];
    const stream = await openStream(token, id);
    const headers = Object.fromEntries(stream.answer.headers);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect((await openStream(token, id)).status).toBe(429);
  });

  it('takes only what its own session posts', async () => {
    const { owner, add } = await createTestOrganization(product);
    const [id, own, member] = [randomUUID(), tokenOf(owner), await add(Role.Member)];
    const stream = await openStream(own, id);
    const close = encodeFrame({ type: 7 });
    expect(await post(own, id, accept)).toBe(202);
    expect(await post(tokenOf(member), id, close)).toBe(202);
    const join = { type: 1, target: 'LeaveGroup', arguments: [owner.tenant], invocationId: 'own' };
    expect(await post(own, id, encodeFrame(join))).toBe(202);
    expect(await readUntil(stream, '"own"')).toContain('"invocationId":"own"');
  });

  it.each([
    ['another protocol', encodeFrame({ protocol: 'messagepack', version: 1 })],
    ['what is no JSON', 'hello\u001E'],
    ['an unknown message', `${accept}${encodeFrame({ type: 77 })}`],
    ['more messages than a client sends', accept + encodeFrame({ type: 6 }).repeat(90)],
  ])('ends after %s', async (_what, body) => {
    const { owner } = await createTestOrganization(product);
    const [id, token] = [randomUUID(), tokenOf(owner)];
    const stream = await openStream(token, id);
    expect([await post(token, id, body), await post(token, id, body)]).toEqual([202, 202]);
    expect(await readUntil(stream, 'never')).toMatch(/^:\n\n/);
  });

  it.each([
    ['', 400],
    ['{"type":6}', 400],
    ['x'.repeat(33 * 1024), 413],
    [encodeFrame({ type: 6 }).repeat(101), 429],
    [encodeFrame({ type: 6, padding: 'x'.repeat(9_000) }), 413],
  ])('refuses a body that is none: %#', async (body, status) => {
    const { owner } = await createTestOrganization(product);
    expect(await post(tokenOf(owner), randomUUID(), body)).toBe(status);
  });

  it('is limited to four of a user, so that a browser can still load pages (R-SEC-15)', async () => {
    const { owner } = await createTestOrganization(product);
    const streams = [];
    for (let count = 0; count < 5; count += 1) {
      streams.push(await openStream(tokenOf(owner), randomUUID()));
    }
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
    streams[0]?.close();
    await expect
      .poll(async () => (await openStream(tokenOf(owner), randomUUID())).status)
      .toBe(200);
  });
});
