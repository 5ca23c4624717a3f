import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import * as net from 'node:net';
import { describe, expect, inject, it } from 'vitest';
import { Role } from '#contract/access.ts';
import { maxMessageLength } from '#contract/realtime.ts';
import { invitationBody } from '#server/identity/invitations/test/invitations.ts';
import {
  createTestOrganization,
  createTestUser,
} from '#server/identity/members/test/organizations.ts';
import { createTestOperator, openTestSession } from '#server/identity/operators/test/operators.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { db } from '#server/platform/database/query.ts';
import { testApplication } from '#server/test/application.ts';
import { hubServerUrl, connectTestHub, encodeFrame, openRawSocket } from './test/client.ts';

const product = await testApplication({ RATE_LIMITS: 'on' });

const tokenOf = ({ headers }: { headers: Record<string, string> }) =>
  (headers['authorization'] ?? '').replace('Bearer ', '');

/** Connects a member of the organization and joins its group. */
const joined = async (insider: { headers: Record<string, string>; tenant: string }) => {
  const client = await connectTestHub(product, tokenOf(insider));
  await client.hub.invoke('JoinGroup', insider.tenant);
  return client;
};

describe('the hub (R-RTM-01, R-RTM-02)', () => {
  it('sends a message to everyone in the group under the name of the session', async () => {
    const { owner, add } = await createTestOrganization(product);
    const [one, other] = [await joined(owner), await joined(await add(Role.Guest))];
    await one.hub.invoke('SendMessage', owner.tenant, 'Another name', 'Good morning');
    await expect.poll(() => one.heard).toContain('ReceiveMessage Rui Alves Good morning');
    await expect.poll(() => other.heard).toContain('ReceiveMessage Rui Alves Good morning');
  });

  it('announces new members of the group', async () => {
    const { owner, add } = await createTestOrganization(product);
    const one = await joined(owner);
    await joined(await add(Role.Member));
    await expect.poll(() => one.heard).toContain('UserConnected Rui Alves');
  });

  it('sends nothing to a member who left the group', async () => {
    const { owner, add } = await createTestOrganization(product);
    const [one, other] = [await joined(owner), await joined(await add(Role.Member))];
    await other.hub.invoke('LeaveGroup', owner.tenant);
    await one.hub.invoke('SendMessage', owner.tenant, '', 'Still there?');
    await expect.poll(() => one.heard).toContain('ReceiveMessage Rui Alves Still there?');
    expect(other.heard.join()).not.toContain('Still there?');
  });

  it('lets support read and not send while it acts as a member (R-OPR-12)', async () => {
    const { owner } = await createTestOrganization(product);
    const { id: supporter } = await createTestOperator(product, 'support');
    const acting = await openTestSession(product, owner.id, supporter);
    const { hub } = await connectTestHub(product, tokenOf(acting));
    await hub.invoke('JoinGroup', owner.tenant);
    await expect(hub.invoke('SendMessage', owner.tenant, '', 'hi')).rejects.toThrow(
      'realtime.readOnly',
    );
  });

  it('refuses to let people join or send who are not active members (R-RTM-02)', async () => {
    const { id } = await createTestOrganization(product);
    const { hub } = await connectTestHub(product, tokenOf(await createTestUser(product)));
    await expect(hub.invoke('JoinGroup', id)).rejects.toThrow('realtime.notMember');
    await expect(hub.invoke('SendMessage', id, '', 'hi')).rejects.toThrow('realtime.notMember');
  });

  it.each([
    ['', 'an empty message'],
    [' \n\t ', 'a blank message'],
    ['x'.repeat(maxMessageLength + 1), 'a message that is too long'],
  ])('refuses %j: %s', async (message) => {
    const { owner } = await createTestOrganization(product);
    const { hub } = await joined(owner);
    const sent = hub.invoke('SendMessage', owner.tenant, '', message);
    await expect(sent).rejects.toThrow('realtime.invalid');
  });

  it('carries the longest message in any script', async () => {
    const { owner } = await createTestOrganization(product);
    const { hub, heard } = await joined(owner);
    const message = 'हि'.repeat(maxMessageLength / 2);
    await hub.invoke('SendMessage', owner.tenant, '', message);
    await expect.poll(() => heard).toContain(`ReceiveMessage Rui Alves ${message}`);
  });

  it('limits a user who sends without a pause, and only them (R-SEC-15)', async () => {
    const { owner, add } = await createTestOrganization(product);
    const [one, other] = [await joined(owner), await joined(await add(Role.Member))];
    const sent = Array.from({ length: 30 }, () =>
      one.hub.invoke('SendMessage', owner.tenant, '', 'again').then(
        () => 'sent',
        (error: Error) => error.message,
      ),
    );
    const answers = (await Promise.all(sent)).join();
    expect(answers).toContain('sent');
    expect(answers).toContain('realtime.tooFast');
    await other.hub.invoke('SendMessage', owner.tenant, '', 'calmly');
    await expect.poll(() => one.heard).toContain('ReceiveMessage Rui Alves calmly');
  });

  it('refuses unknown methods and invalid arguments', async () => {
    const { owner } = await createTestOrganization(product);
    const { hub } = await joined(owner);
    await expect(hub.invoke('DeleteTenant', owner.tenant)).rejects.toThrow('realtime.invalid');
    await expect(hub.invoke('JoinGroup', 'no id')).rejects.toThrow('realtime.invalid');
    await expect(hub.invoke('SendMessage', owner.tenant)).rejects.toThrow('realtime.invalid');
  });
});

describe('connecting to the hub (R-RTM-01)', () => {
  it('requires a valid token, in negotiation and for the socket', async () => {
    for (const headers of [{}, { authorization: 'Bearer sx_made-up' }]) {
      const answer = await product.app.inject({ method: 'POST', url: '/hub/negotiate', headers });
      expect(answer.statusCode).toBe(401);
    }
    expect((await openRawSocket(product, '')).isOpen).toBe(false);
    expect((await openRawSocket(product, '?access_token=sx_made-up')).isOpen).toBe(false);
  });

  it('refuses pages of other sites, even with a valid token (R-SEC-11)', async () => {
    const { owner } = await createTestOrganization(product);
    const query = `?access_token=${tokenOf(owner)}`;
    expect((await openRawSocket(product, query, 'https://elsewhere.example')).isOpen).toBe(false);
    expect((await openRawSocket(product, query, 'http://pregao.test')).isOpen).toBe(true);
    expect((await openRawSocket(product, query)).isOpen).toBe(true);
  });

  it('is limited to ten connections per user (R-SEC-15)', async () => {
    const { owner } = await createTestOrganization(product);
    const query = `?access_token=${tokenOf(owner)}`;
    const open: boolean[] = [];
    for (let count = 0; count < 11; count += 1)
      open.push((await openRawSocket(product, query)).isOpen);
    expect(open.filter(Boolean)).toHaveLength(10);
    expect(open.at(-1)).toBe(false);
  });

  it.each([
    ['another protocol', encodeFrame({ protocol: 'messagepack', version: 1 })],
    ['a record without its terminator', '{"protocol":"json","version":1}'],
    ['empty records', '\u001E\u001E\u001E'],
  ])('fails with %s as the first message', async (_what, first) => {
    const { owner } = await createTestOrganization(product);
    const { socket } = await openRawSocket(product, `?access_token=${tokenOf(owner)}`);
    socket.send(first);
    await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED);
  });
});

describe('a connection receives nothing after its right has ended (R-RTM-03)', () => {
  const ends: [string, (user: string, token: string) => string][] = [
    ['signs out', (user) => `update sessions set revoked_at = now() where user_id = '${user}'`],
    ['is deleted', (user) => `delete from users where id = '${user}'`],
    ['is deactivated', (user) => `update users set active = false where id = '${user}'`],
    [
      'has an expired session',
      (user) => `update sessions set expires_at = now() where user_id = '${user}'`,
    ],
  ];
  // Together, because some end only at the next check of all connections.
  it('when its user signs out, is deleted or deactivated, or has an expired session', () =>
    Promise.all(
      ends.map(async ([what, sqlOf]) => {
        const { owner, add } = await createTestOrganization(product);
        const [member, one] = [await add(Role.Member), await joined(owner)];
        const gone = await joined(member);
        await product.open.owner.query(sqlOf(member.id, tokenOf(member)));
        await gone.closed;
        await one.hub.invoke('SendMessage', owner.tenant, '', 'Among us');
        await expect
          .poll(() => one.heard, { message: what })
          .toContain('ReceiveMessage Rui Alves Among us');
        expect(gone.heard.join()).not.toContain('Among us');
      }),
    ));

  it('after the membership was removed, from the next message on', async () => {
    const { owner, add } = await createTestOrganization(product);
    const [member, one] = [await add(Role.Member), await joined(owner)];
    const gone = await joined(member);
    for (let round = 0; round < 3; round += 1) {
      await owner.api.members.remove({ params: { id: member.member } }).catch(() => undefined);
      await one.hub.invoke('SendMessage', owner.tenant, '', `Among us ${round}`);
    }
    await expect.poll(() => one.heard).toContain('ReceiveMessage Rui Alves Among us 2');
    expect(gone.heard.join()).not.toContain('Among us');
    await expect(gone.hub.invoke('SendMessage', owner.tenant, '', 'hi')).rejects.toThrow(
      'realtime.notMember',
    );
  });
});

describe('a refused connection (R-SEC-15)', () => {
  const paths = ['/hub', '/elsewhere'];
  /** Requests a socket without a token; returns the client's socket and the close of the server's end. */
  const ask = async (path: string, more: string) => {
    const { hostname, port } = new URL(await hubServerUrl(product));
    const taken = once(product.app.server, 'connection') as Promise<[Socket]>;
    const theirs = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const [ours] = await taken;
    const head = `GET ${path} HTTP/1.1\r\nHost: hub\r\nConnection: Upgrade\r\nUpgrade: websocket`;
    theirs.on('error', () => undefined).write(`${head}\r\n\r\n${more}`);
    // Not `once`: it would also handle errors in place of the product.
    const closed = new Promise((resolve) => ours.on('close', resolve));
    return { theirs, closed };
  };

  it.each(paths)('is closed at %s, even if the client keeps its end open', async (path) => {
    const { theirs, closed } = await ask(path, 'x'.repeat(70_000));
    // Resolves to `hadError`, which may be either.
    expect(await closed).toBeTypeOf('boolean');
    theirs.destroy();
  });

  it.each(paths)('that the client resets at %s does no harm', async (path) => {
    const { theirs, closed } = await ask(path, '');
    theirs.resetAndDestroy();
    await closed;
    expect((await product.app.inject('/health/live')).statusCode).toBe(200);
  });
});

describe('screens of other members', () => {
  it('are notified that members changed, in this organization only', async () => {
    const [here, there] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    const [one, other] = [await joined(here.owner), await joined(there.owner)];
    await here.owner.api.invitations.invite({ body: invitationBody() });
    await expect.poll(() => one.heard).toContain('Changed members');
    expect(other.heard.join()).not.toContain('Changed members');
  });

  // In a cluster, what functions of the database change refreshes no screens (decision 91).
  it.skipIf(inject('testCluster').isCitus)(
    'are notified that a member changed their name',
    async () => {
      const { owner, add } = await createTestOrganization(product);
      const [member, one] = [await add(Role.Member), await joined(owner)];
      await member.api.users.update({
        params: { id: member.id },
        body: { firstName: 'Lia', lastName: 'Alves', phone: '' },
      });
      await expect.poll(() => one.heard).toContain('Changed members');
    },
  );

  it('are notified that the organization changed, and not of a change that was rolled back', async () => {
    const { owner, id } = await createTestOrganization(product);
    const one = await joined(owner);
    const tenant = trusted.tenantId(id);
    const rename = (name: string, fails: boolean) =>
      product.open.tenant(tenant, async (tx) => {
        await tx.run(db.updateTable('tenants').set({ name }).where('id', '=', tenant));
        await tx.run(
          db.updateTable('tenant_products').set({ end_date: null }).where('tenant_id', '=', id),
        );
        if (fails) throw new Error('changed my mind');
      });
    await expect(rename(randomUUID(), true)).rejects.toThrow('changed my mind');
    await owner.api.tenants.updateImage({ params: { id }, body: { type: 'icon', icon: null } });
    await expect.poll(() => one.heard).toContain('Changed organization');
    expect(one.heard).not.toContain('Changed subscription');
    await rename(randomUUID(), false);
    await expect.poll(() => one.heard).toContain('Changed subscription');
  });
});
