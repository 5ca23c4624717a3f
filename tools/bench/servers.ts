import type { ChildProcess } from 'node:child_process';
import { get } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtServer } from '#tools/files.ts';
import { awaitFrom, launch } from './children.ts';
import { cpuOf, memoryOf } from './meters.ts';

/** Server in a process of its own. */
export interface Server {
  child: ChildProcess;
  pid: number;
  origin: string;
}

/** Operator of the measured product. */
export const operator = { email: 'operator@bench.example', password: 'an operator of the bench' };

/** Starts the product like `npm start`, with rate limits off unless `settings` turn them on. */
export async function startProduct(settings: {
  DATA_DIR: string;
  [more: string]: string;
}): Promise<Server> {
  const env = {
    PORT: '0',
    RATE_LIMITS: 'off',
    OPERATOR_EMAIL: operator.email,
    OPERATOR_PASSWORD: operator.password,
    ...settings,
  };
  const child = launch(builtServer, { env });
  const origin = await awaitFrom<string>(child, (heard) => {
    if (!child.stdout) throw new Error('The product has no output');
    createInterface(child.stdout).on('line', (line) => {
      const address = line.match(/ready at (http:\S+)/)?.[1];
      // Same address form as the ceilings: avoids a DNS lookup that tries IPv6 first.
      if (address) heard(address.replace('localhost', '127.0.0.1'));
    });
  });
  return { child, origin, pid: child.pid ?? 0 };
}

/** Starts the ceilings with the settings in this file. */
export async function startCeilings(toldIn: string): Promise<Server> {
  const child = launch(new URL('ceilings/main.ts', import.meta.url), { args: [toldIn] });
  const origin = await awaitFrom<string>(child, (heard) => child.once('message', heard));
  return { child, origin, pid: child.pid ?? 0 };
}

/** Start of a process until its first response. */
export interface ColdStart {
  server: Server;
  /** CPU time until then, in ms. */
  cpu: number;
  /** Time until then, in ms. */
  time: number;
  /** Memory at rest, in MiB. */
  memory: number;
}

/** Starts a server and sends it one request. */
export async function startCold(start: () => Promise<Server>, path: string): Promise<ColdStart> {
  const begin = performance.now();
  const server = await start();
  const { status } = await ask(`${server.origin}${path}`);
  const [cpu, time] = [cpuOf(server.pid), performance.now() - begin];
  if (status !== 200) throw new Error(`${server.origin}${path} answered ${status}`);
  await sleep(500);
  return { server, cpu, time, memory: memoryOf(server.pid) };
}

/** Response as sent over HTTP, still compressed. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Sends one request with these headers and the encodings that browsers accept. */
export async function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { ...asBrowser, ...headers } }, (response) => {
      const { statusCode: status = 0, headers } = response;
      response
        .toArray()
        .then(
          (chunks: Buffer[]) => resolve({ status, headers, body: Buffer.concat(chunks) }),
          reject,
        );
    }).on('error', reject);
  });
}

/** Headers of every browser request that matter to a server. */
export const asBrowser = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br, zstd' };
