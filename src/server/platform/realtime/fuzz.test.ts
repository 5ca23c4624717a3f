import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  createTestOrganization,
  createTestUser,
} from '#server/identity/members/test/organizations.ts';
import { testApplication } from '#server/test/application.ts';
import { figure, repetitions } from '#tools/kit/seed.ts';
import { connectTestHub, encodeFrame, openRawSocket } from './test/client.ts';

const product = await testApplication();

/** Number of messages; a million with `LONGRUN=all`. */
const rounds = repetitions(3_000, 1_000_000);
const atOnce = 200;

const tokenOf = ({ headers }: { headers: Record<string, string> }) =>
  (headers['authorization'] ?? '').replace('Bearer ', '');

const pick = <T>(...choices: readonly T[]): T =>
  choices[Math.floor(Math.random() * choices.length)] as T;

/** Returns the tenant's id in many disguises, other ids, or values that are no id. */
const group = (tenant: string) =>
  pick<unknown>(
    tenant,
    tenant.toUpperCase(),
    ` ${tenant} `,
    `{${tenant}}`,
    `urn:uuid:${tenant}`,
    tenant.replaceAll('-', ''),
    `${tenant}\u0000`,
    `' or tenant_id = '${tenant}`,
    [tenant],
    { tenant },
    '*',
    '%',
    '',
    null,
    randomUUID(),
    randomBytes(8).toString('latin1'),
  );

const fuzzed = (tenant: string) =>
  encodeFrame({
    // A message of another type ends the connection, and with it the round.
    type: Math.random() < 1 / 500 ? pick(2, 4, 5, 6) : 1,
    invocationId: pick('1', '2', undefined),
    target: pick('JoinGroup', 'JoinGroup', 'joingroup', 'SendMessage', 'LeaveGroup', 'Changed', ''),
    arguments: [group(tenant), 'Ana', pick('hello', '', 'x'.repeat(3_000))].slice(0, pick(0, 1, 3)),
  });

/** Passes through the hub's queue like every join, so that its answer comes after the ones before. */
const last = encodeFrame({
  type: 1,
  invocationId: 'last',
  target: 'JoinGroup',
  arguments: [randomUUID()],
});
const isLast = (answer: string) => answer.includes('"last"');

it('fuzzed messages never reveal events of an organization to outsiders (R-RTM-02, R-SEC-02)', async () => {
  const { owner } = await createTestOrganization(product);
  const outsider = `?access_token=${tokenOf(await createTestUser(product))}`;
  const insider = await connectTestHub(product, tokenOf(owner));
  await insider.hub.invoke('JoinGroup', owner.tenant);
  let heard = 0;
  const told: string[] = [];
  for (let sent = 0; sent < rounds; sent += atOnce) {
    const { socket, heard: answers, isOpen } = await openRawSocket(product, outsider);
    expect(isOpen).toBe(true);
    socket.send(encodeFrame({ protocol: 'json', version: 1 }));
    for (let count = 0; count < atOnce; count += 1) socket.send(fuzzed(owner.tenant));
    await insider.hub.invoke('SendMessage', owner.tenant, '', `secret ${sent}`);
    await expect.poll(() => insider.heard.at(-1)).toContain(`secret ${sent}`);
    socket.send(last);
    const isOver = () => socket.readyState !== WebSocket.OPEN || answers.some(isLast);
    await expect.poll(isOver, { interval: 5, timeout: 20_000 }).toBe(true);
    socket.close();
    heard += answers.length;
    told.push(...answers.filter((answer) => answer.includes('"target"')));
  }
  expect(told).toEqual([]);
  // Two of three messages requested an answer and most got one, so the connection was alive.
  expect(heard).toBeGreaterThan(rounds / 3);
  figure('hub', `${rounds} fuzzed messages, ${heard} answers, 0 told to the outsider`);
}, 3_600_000);
