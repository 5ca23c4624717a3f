import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { HubConnectionBuilder, HttpTransportType, LogLevel } from '@microsoft/signalr';
import { expect, test as base } from './fixtures.ts';
import { enroll, type Person } from './people.ts';
import { type Server, startServer } from './server.ts';

/** The product from two processes at one address (`PROCESSES`). */
const test = base.extend<object, { server: Server }>({
  server: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- a fixture of Playwright that needs no other
    async ({}, use) => {
      const server = await startServer({ PROCESSES: '2', RATE_LIMITS: 'true' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Asks on a connection of its own unless one is kept; the status, or why there was none. */
const ask = (url: string, { method = 'GET', agent = new Agent() } = {}) =>
  new Promise<number | string>((resolve) => {
    const asking = request(url, { method, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    asking.on('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code)).end();
  });

/** Those that serve: children of the one that was started, as PostgreSQL is. */
const processesOf = ({ pid }: Server) =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...command]) => parent === `${pid}` && /main\.js/.test(command.join(' ')))
    .map(([child]) => Number(child));

/** Asks for a page, of which nobody can have too many, on kept connections and new ones; what failed. */
function crowd(url: string) {
  const failed: (number | string)[] = [];
  const over = new AbortController();
  const visit = async (agent?: Agent) => {
    while (!over.signal.aborted) {
      const answer = await ask(`${url}/product`, agent && { agent });
      if (answer !== 200) failed.push(answer);
    }
  };
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  const visits = [visit(kept), visit()];
  return async () => {
    over.abort();
    await Promise.all(visits);
    kept.destroy();
    return failed;
  };
}

/** The official client, at whichever process takes it. */
async function join({ url }: Server, { token, tenant }: Person) {
  const transport = HttpTransportType.WebSockets;
  const hub = new HubConnectionBuilder()
    .withUrl(`${url}/hub`, { accessTokenFactory: () => token, transport })
    .configureLogging(LogLevel.None)
    .build();
  const heard: string[] = [];
  hub.on('ReceiveMessage', (_who: string, message: string) => heard.push(message));
  await hub.start();
  await hub.invoke('JoinGroup', tenant);
  return { hub, heard };
}

test('members hear each other, and attempts are counted, whichever process they meet', async ({
  server,
}) => {
  const ana = await enroll(server.url, 'Pro');
  // The next connection goes to the next process.
  const members = [await join(server, ana), await join(server, ana), await join(server, ana)];
  await members[0]?.hub.invoke('SendMessage', ana.tenant, '', 'across');
  for (const { heard } of members) await expect.poll(() => heard).toEqual(['across']);
  const measures = await (await fetch(`${server.url}/metrics`)).text();
  expect(measures).toContain('pregao_hub_sockets 3\n');
  for (const { hub } of members) await hub.stop();

  const reset = `${server.url}/api/Authentication/Reset/${encodeURIComponent(ana.email)}`;
  const answers = [];
  for (let times = 0; times < 4; times += 1) answers.push(await ask(reset, { method: 'POST' }));
  expect(answers).toEqual([200, 200, 200, 429]);
});

test('a process that dies is replaced, and each of them when it is asked for, unnoticed', async ({
  server,
}) => {
  const [killed = 0, other = 0] = processesOf(server);
  process.kill(killed, 'SIGKILL');
  // What it was answering is lost; whoever comes is served.
  await expect.poll(() => processesOf(server)).not.toContain(killed);
  expect(await ask(`${server.url}/health/ready`)).toBe(200);
  await expect.poll(() => server.output(), { timeout: 60_000 }).toContain('serves in its place');
  expect(processesOf(server)).toContain(other);

  const before = processesOf(server);
  const ended = crowd(server.url);
  process.kill(server.pid, 'SIGHUP');
  await expect.poll(() => server.output(), { timeout: 90_000 }).toContain('processes are replaced');
  expect(await ended()).toEqual([]);
  const after = processesOf(server);
  expect(after).toHaveLength(2);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
});

test('told to stop, it answers what has begun, at every process', async ({ server }) => {
  const { hostname, port } = new URL(server.url);
  const head = 'POST /api/Authentication/Login HTTP/1.1\r\nHost: localhost\r\n';
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'a wrong guess' });
  const begun = Array.from({ length: 6 }, () => connect(Number(port), hostname));
  await Promise.all(begun.map((socket) => once(socket, 'connect')));
  for (const socket of begun) {
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`);
  }
  await ask(`${server.url}/health/ready`);
  process.kill(server.pid, 'SIGTERM');
  await expect.poll(() => ask(`${server.url}/health/ready`)).not.toBe(200);
  for (const socket of begun) socket.write(body);
  const answers = await Promise.all(begun.map((socket) => text(socket)));
  expect(answers.map((answer) => answer.split('\r\n')[0])).toEqual(
    begun.map(() => 'HTTP/1.1 400 Bad Request'),
  );
  await server.stop();
  expect(server.exitCode()).toBe(0);
});
