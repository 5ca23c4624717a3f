import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sendRaw, listeningUrl, openSocket, statusOf } from '#server/platform/http/test/socket.ts';
import { registerOwner, testApplication, type TestMember } from '#server/test/application.ts';

const product = await testApplication({ INSTANCES: '1' });
const owner = await registerOwner(product);
const at = await listeningUrl(product);

const MiB = 1024 * 1024;
const avatar = '/api/User/UpdateAvatar';

const headOf = (path: string, { token, tenant }: TestMember, ...lines: string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    `Host: ${at.host}`,
    `Authorization: Bearer ${token}`,
    `X-Tenant-Key: ${tenant}`,
    'Content-Type: application/json',
    ...lines,
  ].join('\r\n');

const post = (path: string, body: string) =>
  product.app.inject({
    method: 'POST',
    url: path,
    headers: { ...owner.headers, 'content-type': 'application/json' },
    payload: body,
  });

describe('JSON that is expensive to parse is rejected before parsing (R-SEC-09)', () => {
  const withExtra = (extra: string) => `{"avatar":null,"extra":${extra}}`;

  test.each([
    ['is deeply nested', withExtra(`${'['.repeat(40)}${']'.repeat(40)}`)],
    ['has unclosed nesting', '['.repeat(15 * MiB)],
    ['has a million numbers', withExtra(`[${'1,'.repeat(MiB)}1]`)],
    ['has a million objects', withExtra(`[${'{},'.repeat(MiB)}{}]`)],
    ['has a million names', `{${'"a":0,'.repeat(MiB)}"avatar":null}`],
    ['has a million empty strings', withExtra(`[${'"",'.repeat(MiB)}""]`)],
    ['has a million escaped quotes', withExtra(`"${String.raw`\"`.repeat(MiB)}"`)],
  ])('rejects a body that %s', async (_, body) => {
    const answer = await post(avatar, body);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'errors.validation' }]);
  });

  test.each([
    [
      'is nested as deeply as the deepest valid body',
      withExtra(`${'['.repeat(20)}${']'.repeat(20)}`),
    ],
    [
      'has brackets and escapes in a long string',
      withExtra(`"${String.raw`[{\\\/]}`.repeat(9_999)}"`),
    ],
  ])('accepts a body that %s', async (_, body) => {
    expect((await post(avatar, body)).statusCode).toBe(200);
  });
});

test('A body that turns bad after it was refused as too large ends nothing (R-SEC-09)', async () => {
  const socket = openSocket(at);
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  socket.write(`${headOf(avatar, owner, 'Transfer-Encoding: chunked')}\r\n\r\n`);
  socket.write(chunk(`{"avatar":"${'x'.repeat(21 * MiB)}`));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(statusOf(answer.toString())).toBe(413);
  socket.write(chunk(`","extra":${'['.repeat(100)}`));
  await sleep(100);
  socket.destroy();
  expect((await post(avatar, '{"avatar":null}')).statusCode).toBe(200);
});

test('A refused body leaves its connection to the next request (R-SEC-09)', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const headers = { ...owner.headers, 'content-type': 'application/json' };
  const send = (body: string) =>
    new Promise<object>((resolve, reject) => {
      const sent = request(new URL(avatar, at), { method: 'POST', agent, headers }, (answer) => {
        const { statusCode: status, socket } = answer;
        answer.resume().once('close', () => resolve({ status, port: socket.localPort }));
      });
      sent.once('error', reject).end(body);
    });
  const first = await send('['.repeat(MiB));
  expect(first).toMatchObject({ status: 400 });
  for (const part of ['{"a":', '"a":1,', ' ', '[']) {
    expect(await send(part.repeat(MiB))).toEqual(first);
  }
});

describe('Memory for request bodies in transit (R-SEC-15)', () => {
  /** Opens a request that has declared its length but not sent its body. */
  const announce = async (member: TestMember, size: number) => {
    const socket = openSocket(at);
    socket.write(`${headOf(avatar, member, `Content-Length: ${size}`)}\r\n\r\n{`);
    await once(socket, 'connect');
    return socket;
  };
  /** Announces a body for each member, and again those that were refused because another request came first. */
  const hold = async (sockets: Socket[], members: TestMember[]) => {
    for (const [at, member] of members.entries()) {
      const held = sockets[at];
      if (!held || held.readableLength > 0 || held.destroyed)
        sockets[at] = await announce(member, 15 * MiB);
    }
    // A head start: a body that is still too late is announced again.
    await sleep(100);
  };
  const ask = async (member: TestMember, size = 7 * MiB) => {
    const body = JSON.stringify({ avatar: null, extra: 'x'.repeat(size) });
    const head = headOf(avatar, member, `Content-Length: ${body.length}`, 'Connection: close');
    return sendRaw(at, `${head}\r\n\r\n${body}`);
  };
  const closed = (sockets: Socket[]) =>
    Promise.all(sockets.map((socket) => once(socket.destroy(), 'close')));

  /** Reading and closing take a while on a busy machine. */
  const patience = { timeout: 15_000 };

  test('is limited per sender and in total, and released afterwards', async () => {
    const [other, third, fourth] = [
      await registerOwner(product),
      await registerOwner(product),
      await registerOwner(product),
    ];
    const own: Socket[] = [];
    const askWhenHeld = async () => {
      await hold(own, [owner, owner]);
      return statusOf(await ask(owner));
    };
    await expect.poll(askWhenHeld, patience).toBe(429);
    expect(await ask(owner)).toMatch(/^retry-after: 1\r$/m);
    expect(statusOf(await ask(fourth))).toBe(200);

    const others: Socket[] = [];
    const askWhenFull = async () => {
      await hold(others, [other, other, third, third]);
      return statusOf(await ask(fourth));
    };
    await expect.poll(askWhenFull, patience).toBe(503);
    expect(await ask(fourth)).toMatch(/^retry-after: 1\r$/m);
    // Small bodies have a budget of their own.
    const small = await post('/api/User/UpdateAvatar', '{"avatar":null}');
    expect(small.statusCode).toBe(200);

    await closed([...own, ...others]);
    await expect.poll(async () => statusOf(await ask(fourth)), patience).toBe(200);
    await expect.poll(async () => statusOf(await ask(owner)), patience).toBe(200);
  });

  test('is released after every call', async () => {
    // Two such bodies fit into the budget of a sender.
    for (let round = 0; round < 4; round += 1) {
      const body = JSON.stringify({ avatar: null, extra: 'x'.repeat(15 * MiB) });
      expect((await post(avatar, body)).statusCode).toBe(200);
    }
  });
});

describe('A client that sends the whole body before reading', () => {
  const tooMuch = Buffer.alloc(20 * MiB, 'x');

  /** Sends the whole body before reading the response. */
  const sendFirst = async (head: string) => {
    const socket = openSocket(at).pause();
    socket.write(`${head}\r\n\r\n`);
    let isSent = false;
    socket.write(tooMuch, () => (isSent = true));
    await expect.poll(() => isSent || socket.destroyed, { timeout: 20_000 }).toBe(true);
    await sleep(50);
    socket.end();
    return (
      await socket
        .setEncoding('utf8')
        .toArray()
        .catch(() => [])
    ).join('');
  };

  test('receives the 413, whatever its connection, and the 401', async () => {
    const length = `Content-Length: ${tooMuch.length}`;
    const stranger = { ...owner, token: 'unknown' };
    const [unauthorized, ...refused] = await Promise.all([
      sendFirst(headOf(avatar, stranger, length, 'Connection: close')),
      ...['close', 'keep-alive'].map((how) =>
        sendFirst(headOf(avatar, owner, length, `Connection: ${how}`)),
      ),
    ]);
    expect(statusOf(unauthorized)).toBe(401);
    for (const answer of refused) {
      expect(statusOf(answer)).toBe(413);
      expect(answer).toContain('"errors.tooLarge"');
    }
  });
});
