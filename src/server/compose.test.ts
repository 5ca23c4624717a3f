import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { entries } from '#tools/server-build.ts';
import { checkConfig } from './config-check.ts';
import { readConfig } from './config.ts';
import { environment } from './environment.ts';

/** Checks `compose.yaml` and `Containerfile` against the product, without running a container. */
const root = join(import.meta.dirname, '../..');
const fileOf = (path: string) => readFileSync(join(root, path), 'utf8');

type Service = {
  image?: string;
  environment?: Record<string, string>;
  build?: { dockerfile?: string };
  command?: string[];
  healthcheck?: { test: string[] };
};
const { services } = parse(fileOf('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
};
const apps = Object.values(services).filter(({ image: name }) => name === 'pregao');
const image = Object.fromEntries(
  [...fileOf('Containerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((setting) => setting.split('=') as [string, string]),
  ),
);

/** Returns the source of a program of the build. */
const sourceOf = (path: string) =>
  Object.entries(entries).find(([name]) => path === `build/server/${name}`)?.[1] ?? '';

/** Values that an administrator puts into `.env`. */
const secrets: Record<string, string> = {
  DOMAIN: 'pregao.example',
  SMTP_URL: 'smtps://mail.pregao.example',
  OPERATOR_EMAIL: 'operator@pregao.example',
  OPERATOR_PASSWORD: 'kettle ember violin 4817',
};
const filled = (value: string) =>
  value.replaceAll(/\$\{(\w+)(?::\?|:-(\w*))\}/g, (_all, name: string, otherwise?: string) =>
    otherwise === undefined ? (secrets[name] ?? 'secret') : otherwise,
  );

test('runs two instances of one image and sets only known variables', () => {
  expect(apps).toHaveLength(2);
  expect(apps.filter(({ build }) => build?.dockerfile === 'Containerfile')).toHaveLength(1);
  for (const { environment: settings = {} } of apps) {
    const named = [...Object.keys(settings), ...Object.keys(image)];
    expect(named.filter((name) => !(name in environment.shape))).toEqual([]);
  }
});

test('the proxy asks an instance before it obtains a certificate, and lets no visitor ask (R-ADR-08)', () => {
  const caddyfile = fileOf('deploy/Caddyfile');
  const [, asked] =
    /ask \{\$ASK_URL:http:\/\/(\w+):3000\}\/internal\/certificates$/m.exec(caddyfile) ?? [];
  expect(Object.keys(services)).toContain(asked);
  const [, upstreams = ''] = /reverse_proxy \{\$UPSTREAMS:([^}]+)\}/.exec(caddyfile) ?? [];
  const instances = Object.entries(services).filter(([, { image: name }]) => name === 'pregao');
  expect(upstreams.split(' ')).toEqual(instances.map(([name]) => `${name}:3000`));
  expect(caddyfile).toMatch(/@internal path \/internal\/\*\n\s+respond @internal 404/);
  expect(caddyfile.match(/import product/g)).toHaveLength(2);
});

test('its settings are safe for a public server once the secrets are filled in (R-SEC-17)', async () => {
  const [app] = apps;
  const settings = Object.entries(app?.environment ?? {}).map(([name, value]) => [
    name,
    filled(value),
  ]);
  const config = readConfig({ ...image, ...(Object.fromEntries(settings) as typeof image) });
  expect((await checkConfig(config)).refusals).toEqual([]);
  expect(config).toMatchObject({ host: '0.0.0.0', drainSeconds: 10, bucket: { name: 'pregao' } });
  expect(config.databaseDirectUrl).not.toBe(config.databaseUrl);
});

test('every command in compose.yaml is a list of strings without spaces', () => {
  const commands = Object.entries(services).flatMap(([name, { command, healthcheck }]) =>
    [command, healthcheck?.test].flatMap((parts = []) => parts.map((part) => ({ name, part }))),
  );
  expect(commands).not.toEqual([]);
  // Older Podman splits what contains spaces.
  expect(commands.filter(({ part }) => !/^\S+$/.test(String(part)))).toEqual([]);
  expect(commands.filter(({ part }) => typeof part !== 'string')).toEqual([]);
});

test('the health check of an instance passes only while it is ready', async () => {
  const answers = { status: 200 };
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/health/ready' ? answers.status : 404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const check = async () => {
    const [kind, program = '', script = ''] = apps[0]?.healthcheck?.test ?? [];
    expect(kind).toBe('CMD');
    const env = { ...process.env, PORT: String(port) };
    const child = spawn(program, [sourceOf(script)], { cwd: root, env });
    const [code] = (await once(child, 'exit')) as [number];
    return code;
  };
  expect(await check()).toBe(0);
  answers.status = 503;
  expect(await check()).toBe(1);
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  expect(await check()).toBe(1);
});

test('the image runs the built server on the Node.js of the package', () => {
  const lines = fileOf('Containerfile');
  expect(lines.indexOf('libatomic1')).toBeGreaterThan(0);
  expect(lines.indexOf('libatomic1')).toBeLessThan(lines.indexOf('tools/node'));
  const [, command = '[]'] = /^CMD (.+)$/m.exec(lines) ?? [];
  const [program = '', script = '', ...rest] = JSON.parse(command) as string[];
  expect(existsSync(join(root, program))).toBe(true);
  expect(sourceOf(script)).toBe('src/server/main.ts');
  expect(rest).toEqual([]);
});
