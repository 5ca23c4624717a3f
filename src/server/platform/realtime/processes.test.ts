import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect as connectTo, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { Role } from '#contract/access.ts';
import { hubPath } from '#contract/realtime.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { testApplication } from '#server/test/application.ts';
import { connectHubAt, encodeFrame } from './test/client.ts';

const product = await testApplication();
const dataDir = await mkdtemp(join(tmpdir(), 'pregao-hub-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Starts another process of the same product. */
async function startProcess() {
  const script = fileURLToPath(new URL('test/server-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, product.open.ownerUrl, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return { child, port: Number(new URL(line.trim()).port) };
}

/** Starts a load balancer that sends each connection to the first live process. */
async function balance(processes: { child: ChildProcess; port: number }[]) {
  const server = createServer((from) => {
    const target = processes.find(({ child }) => child.exitCode === null && !child.killed);
    const to = connectTo(target?.port ?? 0, '127.0.0.1');
    for (const socket of [from, to])
      socket.on('error', () => [from, to].map((end) => end.destroy()));
    from.pipe(to).pipe(from);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const tokenOf = ({ headers }: { headers: Record<string, string> }) =>
  (headers['authorization'] ?? '').replace('Bearer ', '');

it('carries messages between processes, also after one of them was killed (R-RTM-01)', async () => {
  const { owner, add } = await createTestOrganization(product);
  const processes = await Promise.all([startProcess(), startProcess()]);
  const [first, second] = processes;
  const address = await balance(processes);
  const one = await connectHubAt(address, tokenOf(owner));
  const other = await connectHubAt(
    `http://127.0.0.1:${second.port}`,
    tokenOf(await add(Role.Member)),
  );
  for (const { hub } of [one, other]) await hub.invoke('JoinGroup', owner.tenant);

  await one.hub.invoke('SendMessage', owner.tenant, '', 'across');
  await expect.poll(() => other.heard).toContain('ReceiveMessage Rui Alves across');
  const back = new Promise<void>((resolve) => one.hub.onreconnected(() => resolve()));
  first.child.kill('SIGKILL');
  await back;
  await one.hub.invoke('JoinGroup', owner.tenant);
  const messages = Array.from({ length: 50 }, (_, number) => `after ${number}`);
  for (const message of messages) await other.hub.invoke('SendMessage', owner.tenant, '', message);
  const heardAfter = () => one.heard.filter((said) => said.includes('after'));
  await expect
    .poll(heardAfter)
    .toEqual(messages.map((message) => `ReceiveMessage Rui Alves ${message}`));
}, 60_000);

it('takes what the client of an event stream posts at any process (R-RTM-04)', async () => {
  const { owner } = await createTestOrganization(product);
  const [first, second] = await Promise.all([startProcess(), startProcess()]);
  const at = ({ port }: { port: number }) => `http://127.0.0.1:${port}${hubPath}?id=${id}`;
  const [id, { headers }] = [randomUUID(), owner];
  const stream = await fetch(at(first), { headers });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (const message of [
    { protocol: 'json', version: 1 },
    { type: 1, target: 'JoinGroup', arguments: [owner.tenant] },
    { type: 1, target: 'SendMessage', arguments: [owner.tenant, '', 'across'] },
  ]) {
    const { status } = await fetch(at(second), {
      method: 'POST',
      headers,
      body: encodeFrame(message),
    });
    expect(status).toBe(202);
  }
  let heard = '';
  while (!heard.includes('across')) heard += (await reader?.read())?.value ?? 'ended';
  expect(heard).toContain('"target":"MessageAdded"');
  await reader?.cancel();
}, 60_000);
