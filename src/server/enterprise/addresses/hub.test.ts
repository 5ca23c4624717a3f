import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { BillingPeriod } from '#contract/periods.ts';
import { hubPath } from '#contract/realtime.ts';
import { encodeFrame, hubServerUrl } from '#server/platform/realtime/test/client.ts';
import { priceIdOf, testApplication } from '#server/test/application.ts';
import { mainHost, registerAddressed, signInAt } from './test/addresses.ts';

/** Checks sockets at the own addresses of organizations (R-ADR-05). */
const product = await testApplication({ PUBLIC_URL: `https://${mainHost}` });
const acme = await registerAddressed(product);
const other = await registerAddressed(product);
const second = await acme.api.tenants.create({
  body: {
    name: `Second of ${acme.name}`,
    selectedSubscription: {
      subscriptionPriceId: await priceIdOf(product, 'Starter', BillingPeriod.Yearly),
    },
  },
});
const there = await signInAt(product, acme.host, acme.email);

/** Opens a socket at a host from a page of an origin; returns the status of a refusal. */
const open = async (token: string, host: string, origin?: string) => {
  const address = (await hubServerUrl(product)).replace('http', 'ws');
  const socket = new WebSocket(`${address}${hubPath}?access_token=${token}`, {
    headers: { host, ...(origin && { origin }) },
  });
  onTestFinished(() => socket.terminate());
  const heard: string[] = [];
  socket.on('message', (data) => heard.push(String(data)));
  const refused = new Promise<number>((resolve) => {
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode));
  });
  const status = await Promise.race([once(socket, 'open').then(() => 101), refused]);
  return { socket, heard, status };
};

const statusOf = async (...given: Parameters<typeof open>) => (await open(...given)).status;

test('a socket opens only where its session does', async () => {
  expect(await statusOf(there.token, acme.host)).toBe(101);
  for (const host of [mainHost, other.host, 'localhost']) {
    expect(await statusOf(there.token, host)).toBe(401);
  }
  expect(await statusOf(acme.token, mainHost)).toBe(101);
  expect(await statusOf(acme.token, acme.host)).toBe(401);
});

test('a socket opens only for pages of the same host, and at no host that is no site', async () => {
  expect(await statusOf(there.token, acme.host, `https://${acme.host}`)).toBe(101);
  for (const origin of [
    `https://${mainHost}`,
    `https://${other.host}`,
    'https://evil.example',
    'null',
  ]) {
    expect(await statusOf(there.token, acme.host, origin)).toBe(403);
  }
  expect(await statusOf(acme.token, mainHost, `https://${acme.host}`)).toBe(403);
  expect(await statusOf(acme.token, 'evil.example', 'https://evil.example')).toBe(403);
});

test('a socket receives events of its own organization only', async () => {
  const { socket, heard } = await open(there.token, acme.host);
  const join = (tenant: string, invocationId: string) =>
    socket.send(encodeFrame({ type: 1, target: 'JoinGroup', arguments: [tenant], invocationId }));
  socket.send(encodeFrame({ protocol: 'json', version: 1 }));
  join(second.user.currentTenant?.id ?? '', 'second');
  join(acme.tenant, 'own');
  await expect.poll(() => heard.join()).toContain('"invocationId":"own"');
  const answers = heard
    .join()
    .split('\u001E')
    .filter((frame) => frame.includes('invocationId'));
  expect(answers.find((frame) => frame.includes('second'))).toContain('realtime.notMember');
  expect(answers.find((frame) => frame.includes('own'))).not.toContain('error');
});
