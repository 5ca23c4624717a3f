import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const folder = import.meta.dirname;
const readme = readFileSync(`${folder}/README.md`, 'utf8');
const [, firstSteps = ''] = /^```js\n([^]*?)^```$/m.exec(readme) ?? [];

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await promisify(server.close.bind(server))();
  return String(port);
}

/** Starts the command without a database; returns what it prints, by the words before it. */
async function startCommand(...options: string[]) {
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn('npm', ['start', '--', ...options], { cwd: folder, env, stdio: 'pipe' });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
  let [address = '', secret = ''] = ['', ''];
  for await (const line of createInterface(child.stdout)) {
    address = /ready at (\S+)/.exec(line)?.[1] ?? address;
    secret = /webhook secret +(\S+)/.exec(line)?.[1] ?? secret;
    if (secret) break;
  }
  return { port: new URL(address).port, secret };
}

test('the command alone serves the first steps of its README to the official SDK', async () => {
  const endpoint = await freePort();
  const url = `http://127.0.0.1:${endpoint}/webhook`;
  const { port, secret } = await startCommand('--port', '0', '--webhook-url', url);
  const code = firstSteps.replace('12111', port).replace('4242', endpoint);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', code],
    { cwd: folder, env: { ...process.env, STRIPE_WEBHOOK_SECRET: secret } },
  );
  const printed = stdout.trim().split('\n');
  expect(printed).toEqual(
    expect.arrayContaining([
      'active',
      'customer.created',
      'setup_intent.succeeded',
      'invoice.paid',
    ]),
  );
});
