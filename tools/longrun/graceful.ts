/**
 * Stops processes with SIGTERM while 500 requests are in flight, most of which take seconds: none may
 * fail. First two processes behind a proxy, one after the other as in a deployment, with emails that
 * must be sent once each and hub members who must reconnect; then a single process.
 *
 *   --restarts <n>   stops of each kind (20)
 *   --requests <n>   requests in flight (500)
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { SequentialClients } from '#tools/kit/clients.ts';
import { registerOrganization, type OwnerAccount } from '#tools/kit/organizations.ts';
import { stop } from '#tools/kit/processes.ts';
import { ReverseProxy } from '#tools/kit/proxy.ts';
import { figure, randomFrom, seed } from '#tools/kit/seed.ts';
import { startDatabaseServer, startProduct, type ServerProcess } from '#tools/kit/servers.ts';
import { connectMember } from './hub-client.ts';
import { invite, mailSent } from './invitations.ts';
import { longestRequest, SlowRequests } from './slow-requests.ts';

const { values } = parseArgs({
  options: {
    restarts: { type: 'string', default: '20' },
    requests: { type: 'string', default: '500' },
  },
});
const [restarts, requests] = [Number(values.restarts), Number(values.requests)];

await using stack = new AsyncDisposableStack();
const { ownerUrl, folder, pool } = await startDatabaseServer(stack);
const place = { DATABASE_URL: ownerUrl, DATA_DIR: join(folder, 'app') };
const random = randomFrom(seed);
const problems: string[] = [];
const stopTimes: number[] = [];

/** Stops a process with SIGTERM and notes how long it took. */
async function stopTimed({ child }: ServerProcess): Promise<void> {
  const began = performance.now();
  const code = await stop(child);
  if (code !== 0) problems.push(`a process ended with ${code ?? 'SIGKILL'}`);
  stopTimes.push(performance.now() - began);
}

/** Returns the longest stop since the last call, in seconds. */
const longestStop = () => (Math.max(...stopTimes.splice(0)) / 1_000).toFixed(1);

/** Starts an SMTP server that counts the emails it accepts for each address. */
async function startMailServer(accepted: Map<string, number>): Promise<string> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, reply) => {
      stream.resume().once('end', () => {
        for (const { address } of envelope.rcptTo) {
          accepted.set(address, (accepted.get(address) ?? 0) + 1);
        }
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
    const isQuick = clients.takeSlowest() < 1_000;
    const failed = takeFailed().length;
    refused += failed;
    if (isQuick && failed === 0) return refused;
  }
  throw new Error('This machine does not serve the load, with nothing stopped');
}

/** Replaces two processes behind a proxy one after the other under load, as a deployment does. */
async function rollingRestarts(owner: OwnerAccount): Promise<string> {
  const accepted = new Map<string, number>();
  const settings = { ...place, SMTP_URL: await startMailServer(accepted), DRAIN_SECONDS: '1' };
  const proxy = await ReverseProxy.open(stack);
  const start = async () => {
    const server = await startProduct(stack, settings);
    await proxy.add(server.origin);
    return server;
  };
  const servers = await Promise.all([start(), start()]);
  await using member = new AsyncDisposableStack();
  const isHeard = await connectMember(member, proxy.origin, owner);
  const clients = new SequentialClients(proxy.origin, owner.headers, { count: 10, pause: 100 });
  const slow = new SlowRequests(proxy.origin, owner.headers, random);
  let isOver = false;
  const slowly = slow.keep(requests, () => !isOver);
  const takeFailed = () => [...slow.failed.splice(0), ...clients.takeFailed()];

  const invited: string[] = [];
  let [failures, refused] = [0, 0];
  for (let done = 1; done <= restarts; done += 1) {
    const old = servers[done % 2] as ServerProcess;
    refused += await steadyLoad(clients, takeFailed);
    const isFull = () => proxy.inFlight() >= requests && proxy.inFlight(old.origin) >= requests / 5;
    while (!isFull()) await sleep(10);
    const inviting = Array.from({ length: 10 }, (_, n) =>
      invite(proxy.origin, owner.headers, `mail-${done}-${n}`),
    );
    await stopTimed(old);
    proxy.remove(old.origin);
    servers[done % 2] = await start();
    // Waits for requests that began meanwhile.
    await sleep(longestRequest);
    const failed = takeFailed();
    failures += failed.length;
    problems.push(...failed.map((how) => `restart ${done}: ${how}`));
    invited.push(...(await Promise.all(inviting)));
    if (!(await isHeard(`restart ${done}`))) problems.push(`restart ${done}: the hub is silent`);
  }
  isOver = true;
  await Promise.all([slowly, clients.stop()]);
  for (const email of invited) await mailSent(pool, email);
  const notOnce = invited.filter((email) => accepted.get(email) !== 1);
  problems.push(...notOnce.map((email) => `not one email to ${email}`));
  const longest = longestStop();
  // Would wait for a process for ever once there is none.
  await member.disposeAsync();
  for (const server of servers) await stopTimed(server);
  return (
    `${slow.answered + clients.total} requests answered with ${requests} and more in flight, ` +
    `${failures} failed; ${refused} refused with nothing stopped; ${invited.length} emails, ` +
    `${notOnce.length} not once; each process exited within ${longest} s`
  );
}

/** Stops one process repeatedly while all requests are half sent: all of them must be answered. */
async function singleStops(owner: OwnerAccount): Promise<string> {
  let [answered, failures, fewest] = [0, 0, requests];
  for (let done = 1; done <= restarts; done += 1) {
    const server = await startProduct(stack, place);
    const slow = new SlowRequests(server.origin, owner.headers, random);
    const begun: Promise<void>[] = [];
    const sending = Array.from({ length: requests }, async (_, nth) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      begun.push(promise);
      // All start within three seconds, which is shorter than any of them takes.
      await sleep((nth / requests) * 3_000);
      await slow.send(resolve).finally(resolve);
    });
    await Promise.all(begun);
    fewest = Math.min(fewest, requests - slow.answered - slow.failed.length);
    await stopTimed(server);
    await Promise.all(sending);
    answered += slow.answered;
    failures += slow.failed.length;
    problems.push(...slow.failed.map((how) => `stop ${done}: ${how}`));
  }
  return (
    `${answered} requests answered, at least ${fewest} of ${requests} in flight at each stop, ` +
    `${failures} failed; exited within ${longestStop()} s`
  );
}

// With the local mailbox, the reply to a registration contains its token.
const first = await startProduct(stack, place);
await pool.query('update subscription_products set max_users = 0');
const owner = await registerOrganization(first.origin, 'Graceful');
await stop(first.child);
figure(
  'graceful',
  `${restarts} rolling restarts of two processes: ${await rollingRestarts(owner)}`,
);
stopTimes.length = 0;
figure('graceful', `${restarts} stops of one process: ${await singleStops(owner)}`);
for (const line of problems) console.error(`  ${line}`);
if (problems.length > 0) process.exitCode = 1;
