import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpTransportType } from '@microsoft/signalr';
import { afterAll, expect, test } from 'vitest';
import { FileType } from '#contract/entities/resources.ts';
import { callerAt } from '#tools/caller.ts';
import { connectHubAt, hubServerUrl } from './platform/realtime/test/client.ts';
import { createTestResource, toBlob } from './product/resources/test/resources.ts';
import { registerOwner, signInOperator, testApplication } from './test/application.ts';

/** Runs the proxies of `deploy/` in front of the product, without TLS and on other ports (R-REL-19). */
const folder = mkdtempSync(join(tmpdir(), 'pregao-proxies-'));
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }));
// Distributions install them in a folder for system programs.
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin`, HOME: folder };

const product = await testApplication({ TRUST_PROXY: '127.0.0.1', INSTANCES: '1' });
const upstream = new URL(await hubServerUrl(product)).host;
const [operator, owner] = [await signInOperator(product), await registerOwner(product)];

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

type Place = { port: number; other: number };
const proxies: [
  program: string,
  file: string,
  args: string[],
  adapt: (text: string, at: Place) => string,
][] = [
  [
    'nginx',
    'nginx.conf',
    ['-p', folder, '-c'],
    (text, { port }) => {
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      const site = text
        .replace('443 ssl http2', `127.0.0.1:${port}`)
        .replaceAll(/ssl_.*;/g, '')
        .replace('server_name pregao.example *.pregao.example', 'server_name _');
      return `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
        http { access_log off; ${places.join(' ')}\n${site} }`;
    },
  ],
  [
    'haproxy',
    'haproxy.cfg',
    ['-db', '-f'],
    (text, { port }) => text.replace(/bind :443.*/, `bind 127.0.0.1:${port}`),
  ],
  [
    'caddy',
    'Caddyfile',
    ['run', '--adapter', 'caddyfile', '--config'],
    (text, { port, other }) =>
      text
        .replace('{', `{\nadmin off\nauto_https disable_redirects\nhttps_port ${other}`)
        .replace('{$DOMAIN}', `http://127.0.0.1:${port}`)
        .replaceAll(/\{\$(?:UPSTREAMS|ASK_URL):(http:\/\/)?[^}]+\}/g, `$1${upstream}`),
  ],
];

/** Runs a proxy until the stack is disposed; returns its address. */
async function startProxy(
  stack: AsyncDisposableStack,
  [program, file, args, adapt]: (typeof proxies)[number],
) {
  const place = { port: await freePort(), other: await freePort() };
  const text = readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8');
  const config = join(folder, file);
  writeFileSync(config, adapt(text, place).replace('127.0.0.1:3000', upstream));
  const child = spawn(program, [...args, config], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += String(part)));
  stack.defer(async () => {
    const gone = once(child, 'exit');
    if (child.exitCode === null && child.kill()) await gone;
  });
  const origin = `http://127.0.0.1:${place.port}`;
  while (
    !(await fetch(`${origin}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    await sleep(20);
  }
  return origin;
}

for (const proxy of proxies) {
  const [program, file] = proxy;
  const isThere = spawnSync('sh', ['-c', `command -v ${program}`], { env }).status === 0;
  test.skipIf(!isThere)(
    `pages, 6 MB, WebSocket and event stream pass ${program} with deploy/${file} (R-REL-19; skipped where it is not installed)`,
    async () => {
      await using stack = new AsyncDisposableStack();
      const origin = await startProxy(stack, proxy);
      const page = await fetch(`${origin}/api/docs`);
      expect([page.status, page.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('html'),
      ]);
      expect((await fetch(`${origin}/internal/certificates`)).status).toBe(404);

      const { id } = await createTestResource(operator, { type: FileType.Txt, file: 'one' });
      const { resources } = callerAt(origin, operator.headers);
      const content = toBlob(Buffer.alloc(6_000_000, 'a'));
      await resources.upload({ params: { id }, file: { content } });

      for (const transport of [HttpTransportType.WebSockets, HttpTransportType.ServerSentEvents]) {
        const { hub } = await connectHubAt(origin, owner.token, transport);
        expect(hub.state).toBe('Connected');
        await hub.stop();
      }
    },
  );
}
