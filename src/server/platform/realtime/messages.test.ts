import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket as Client } from 'ws';
import { Role } from '#contract/access.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { testApplication } from '#server/test/application.ts';
import { hubServerUrl, connectTestHub, encodeFrame } from './test/client.ts';

const product = await testApplication({ RATE_LIMITS: 'on' });

const tokenOf = ({ headers }: { headers: Record<string, string> }) =>
  (headers['authorization'] ?? '').replace('Bearer ', '');

/** Connects a member of the organization and joins its group. */
const joined = async (insider: { headers: Record<string, string>; tenant: string }) => {
  const client = await connectTestHub(product, tokenOf(insider));
  await client.hub.invoke('JoinGroup', insider.tenant);
  return client;
};

describe('Messages of a client (R-SEC-15)', () => {
  const accept = encodeFrame({ protocol: 'json', version: 1 });
  const ping = encodeFrame({ type: 6 });
  /** Opens a socket of the ws library, which can send any kind of frame. */
  const open = async (member: { headers: Record<string, string> }) => {
    const url = (await hubServerUrl(product)).replace('http', 'ws');
    const socket = new Client(`${url}/hub?access_token=${tokenOf(member)}`);
    onTestFinished(() => socket.terminate());
    socket.on('error', () => undefined);
    await once(socket, 'open');
    socket.send(accept);
    return socket;
  };
  const isOpen = ({ readyState }: Client) => readyState === Client.OPEN;
  const floods: [string, (socket: Client) => void][] = [
    ['pings of the hub protocol', (socket) => socket.send(ping)],
    ['pings of the WebSocket protocol', (socket) => socket.ping()],
    ['pongs of the WebSocket protocol', (socket) => socket.pong()],
    ['messages of an unused type', (socket) => socket.send(encodeFrame({ type: 5 }))],
    ['a hundred messages in one frame', (socket) => socket.send(ping.repeat(100))],
    ['fragments of an endless message', (socket) => socket.send('', { fin: false })],
  ];

  it.each(floods)('close a connection that floods the hub with %s', async (_what, send) => {
    const { owner } = await createTestOrganization(product);
    const [flood, quiet] = [await open(owner), await open(owner)];
    for (let count = 0; count < 250 && isOpen(flood); count += 1) send(flood);
    await expect.poll(() => isOpen(flood)).toBe(false);
    quiet.ping();
    await once(quiet, 'pong');
    expect(isOpen(quiet)).toBe(true);
  });

  it('are counted for all connections of a user together, and not for others', async () => {
    const { owner, add } = await createTestOrganization(product);
    const other = await joined(await add(Role.Member));
    const sockets = await Promise.all(Array.from({ length: 8 }, () => open(owner)));
    for (let count = 0; count < 60; count += 1) for (const socket of sockets) socket.send(ping);
    await expect.poll(() => sockets.filter(isOpen).length).toBeLessThan(sockets.length);
    await other.hub.invoke('SendMessage', owner.tenant, '', 'undisturbed');
    await expect.poll(() => other.heard).toContain('ReceiveMessage Rui Alves undisturbed');
  });

  it('that invoke a stream are answered with an error, and the connection stays open', async () => {
    const { owner } = await createTestOrganization(product);
    const { hub } = await joined(owner);
    const streamed = new Promise((resolve) =>
      hub
        .stream('Quotes')
        .subscribe({ next: resolve, complete: () => resolve(null), error: resolve }),
    );
    expect(String(await streamed)).toContain('realtime.invalid');
    await expect(hub.invoke('LeaveGroup', owner.tenant)).resolves.toBeNull();
  });
});
