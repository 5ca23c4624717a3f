import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { HubConnectionBuilder, HttpTransportType, LogLevel } from '@microsoft/signalr';
import { expect, test as base } from '#e2e/support/fixtures.ts';
import { type ProductServer, startServer } from '#e2e/support/server.ts';
import { createVerifiedOwner, type TestUser } from '#e2e/support/users.ts';

/** Playwright's `test` with two worker processes at one address (`PROCESSES`). */
const test = base.extend<object, { server: ProductServer }>({
  server: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- a fixture of Playwright that needs no other
    async ({}, use) => {
      const server = await startServer({ PROCESSES: '2', RATE_LIMITS: 'true' });
      await expect
        .poll(() => server.output(), { timeout: 60_000 })
        .toContain('All workers are ready');
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/**
 * Sends a request, on a new connection unless an agent is given; returns the status or the error.
 */
const ask = (url: string, { method = 'GET', agent = new Agent() } = {}) =>
  new Promise<number | string>((resolve) => {
    const asking = request(url, { method, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    asking.on('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code)).end();
  });

/** Returns the worker processes: the children of the main process, without PostgreSQL. */
const processesOf = ({ pid }: ProductServer) =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...command]) => parent === `${pid}` && /main\.js/.test(command.join(' ')))
    .map(([child]) => Number(child));

/** Asks for liveness, which has no rate limit, over kept and new connections; returns the failures. */
function loadGenerator(url: string) {
  const failed: (number | string)[] = [];
  const over = new AbortController();
  const visit = async (agent?: Agent) => {
    while (!over.signal.aborted) {
      const answer = await ask(`${url}/health/live`, agent && { agent });
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

/** Connects the official SignalR client, to whichever process accepts it. */
async function join({ url }: ProductServer, { token, tenant }: TestUser) {
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

test('chat and attempt limits work across processes (R-ACC-23, R-RTM-02)', async ({
  page,
  server,
}) => {
  const ana = await createVerifiedOwner(server.url, 'Pro');
  // Connections are distributed in turn.
  const members = [await join(server, ana), await join(server, ana), await join(server, ana)];
  await members[0]?.hub.invoke('SendMessage', ana.tenant, '', 'across');
  for (const { heard } of members) await expect.poll(() => heard).toEqual(['across']);
  const measures = await (await fetch(`${server.url}/metrics`)).text();
  expect(measures).toContain('pregao_hub_sockets 3\n');
  for (const { hub } of members) await hub.stop();

  const reset = `${server.url}/api/Authentication/Reset/${encodeURIComponent(ana.email)}`;
  // An account has three resets an hour, and three more from a network that is known to it (decision 28).
  const answers = [];
  for (let times = 0; times < 9; times += 1) answers.push(await ask(reset, { method: 'POST' }));
  expect(answers).toEqual(Array.from({ length: 9 }, (_, at) => (at < 6 ? 200 : 429)));

  // The page says when the next attempt is possible.
  await page.goto(`/account/forgot?e=${encodeURIComponent(ana.email)}`);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText('Não foi possível redefinir a senha');
  await expect(refusal).toContainText(/Tentativas demais\. Tente novamente em \d+ minutos\./);
});

test('a process that dies or is replaced causes no failed request (R-REL-02)', async ({
  server,
}) => {
  const [killed = 0, other = 0] = processesOf(server);
  process.kill(killed, 'SIGKILL');
  // Requests under way in the killed process are lost, and those that arrive before the main process
  // notices; later ones are served.
  await expect.poll(() => server.output()).toContain(`Worker ${killed} exited unexpectedly`);
  expect(await ask(`${server.url}/health/ready`)).toBe(200);
  await expect
    .poll(() => server.output(), { timeout: 60_000 })
    .toContain('Replacement worker is ready');
  expect(processesOf(server)).toContain(other);

  const before = processesOf(server);
  const ended = loadGenerator(server.url);
  process.kill(server.pid, 'SIGHUP');
  await expect.poll(() => server.output(), { timeout: 90_000 }).toContain('All workers replaced');
  expect(await ended()).toEqual([]);
  const after = processesOf(server);
  expect(after).toHaveLength(2);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
});

test('a stop finishes the requests under way in every process (R-REL-02)', async ({ server }) => {
  const { hostname, port } = new URL(server.url);
  const head = 'POST /api/Authentication/Login HTTP/1.1\r\nHost: localhost\r\n';
  const body = JSON.stringify({ email: 'unknown@example.com', password: 'a wrong guess' });
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
