/**
 * Replaces two processes behind a load balancer one after the other, as in a deployment, while 500 requests
 * are in flight, most of which take seconds: none may fail, each email must be sent once, and hub members
 * must reconnect.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { settle } from '#tools/kit/invariants.ts';
import { LoadBalancer } from '#tools/kit/load-balancer.ts';
import { stop, type ServerProcess } from '#tools/kit/processes.ts';
import { fail, figure, repetitions } from '#tools/kit/seed.ts';
import { startProduct } from '#tools/kit/servers.ts';
import { longestRequest, SequentialClients } from './clients.ts';
import { connectMember, invite, startScene } from './scene.ts';

/** Number of restarts, and of requests in flight. */
const restarts = repetitions(2, 20);
const requests = repetitions(50, 500);

await using stack = new AsyncDisposableStack();
let longestStop = 0;

/** Stops a process with SIGTERM and notes how long it took. */
async function stopTimed({ child }: ServerProcess): Promise<void> {
  const began = performance.now();
  const code = await stop(child);
  if (code !== 0) fail(`a process ended with ${code ?? 'SIGKILL'}`);
  longestStop = Math.max(longestStop, performance.now() - began);
}

/** Starts an SMTP server that notes the address of each email. */
async function startMailServer(addresses: string[]): Promise<string> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, reply) => {
      stream.resume().once('end', () => {
        addresses.push(...envelope.rcptTo.map(({ address }) => address));
        reply();
      });
    },
  });
  server.on('error', () => undefined);
  await once(server.server.listen(0, '127.0.0.1'), 'listening');
  stack.defer(() => void server.close());
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

/**
 * Waits until the machine copes with the load: for three seconds no request fails or takes longer than
 * one second. Returns the failures before, which can't be told from those of a stop.
 */
async function steadyLoad(clients: SequentialClients, takeFailed: () => string[]): Promise<number> {
  let refused = 0;
  for (const began = performance.now(); performance.now() - began < 900_000;) {
    refused += takeFailed().length;
    clients.takeSlowest();
    await sleep(3_000);
    const failed = takeFailed().length;
    refused += failed;
    if (clients.takeSlowest() < 1_000 && failed === 0) return refused;
  }
  throw new Error('This machine does not serve the load, with nothing stopped');
}

// With the local mailbox, the reply to a registration contains its token.
const { postgres, server: first, owner } = await startScene(stack, 'Graceful');
await stop(first.child);
const accepted: string[] = [];
const SMTP_URL = await startMailServer(accepted);
const balancer = await LoadBalancer.open(stack);
const { origin } = balancer;
async function start() {
  const settings = { ...postgres.settings, SMTP_URL, DRAIN_SECONDS: '1' };
  const server = await startProduct(stack, settings);
  await balancer.add(server.origin);
  return server;
}
const servers = await Promise.all([start(), start()]);
await using member = new AsyncDisposableStack();
const isHeard = await connectMember(member, origin, owner);
const clients = new SequentialClients(origin, owner.headers, { count: 10, pause: 100 });
const slow = new SequentialClients(origin, owner.headers, { count: requests, isSlow: true });
const takeFailed = () => [...slow.takeFailed(), ...clients.takeFailed()];

const invited: string[] = [];
let [failures, refused] = [0, 0];
for (let done = 1; done <= restarts; done += 1) {
  const old = servers[done % 2] as ServerProcess;
  refused += await steadyLoad(clients, takeFailed);
  const isFull = () =>
    balancer.connections() >= requests && balancer.connections(old.origin) >= requests / 5;
  while (!isFull()) await sleep(10);
  const names = Array.from({ length: 10 }, (_, n) => `mail-${done}-${n}`);
  const inviting = Promise.all(names.map((name) => invite(origin, owner.headers, name)));
  await stopTimed(old);
  balancer.remove(old.origin);
  servers[done % 2] = await start();
  // Waits for requests that began meanwhile.
  await sleep(longestRequest);
  const failed = takeFailed();
  failures += failed.length;
  for (const how of failed) fail(`restart ${done}: ${how}`);
  invited.push(...(await inviting));
  if (!(await isHeard(`restart ${done}`))) fail(`restart ${done}: the hub is silent`);
}
await Promise.all([slow.stop(), clients.stop()]);
for (const left of await settle(postgres.pool)) fail(left);
const notOnce = invited.filter((email) => accepted.filter((to) => to === email).length !== 1);
for (const email of notOnce) fail(`not one email to ${email}`);
// Would wait for a process for ever once there is none.
await member.disposeAsync();
for (const server of servers) await stopTimed(server);
figure(
  'graceful',
  `${restarts} rolling restarts of two processes: ${slow.total + clients.total} requests answered ` +
    `with ${requests} and more in flight, ${failures} failed; ${refused} refused with nothing ` +
    `stopped; ${invited.length} emails, ${notOnce.length} not once; each process exited within ` +
    `${(longestStop / 1_000).toFixed(1)} s`,
);
