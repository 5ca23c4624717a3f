import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '#tools/bench/accounts.ts';

/** Response times of another organization in ms. */
export interface Service {
  lists: number[];
  signIns: number[];
  /** Responses other than 200 and 204, by status or error. */
  failures: Record<string, number>;
}

/** Milliseconds after which a request counts as lost. */
const patience = 30_000;

interface Ask {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

const clientAt = (origin: string, localAddress: string) => {
  const agent = new Agent({ keepAlive: true, localAddress });
  return {
    close: () => agent.destroy(),
    ask: ({ method, path, headers, body }: Ask) =>
      new Promise<string>((resolve) => {
        const signal = AbortSignal.timeout(patience);
        const all = { ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) };
        const options = { method, agent, headers: all, signal };
        const asked = request(`${origin}${path}`, options, (answer) => {
          answer.resume().once('close', () => resolve(String(answer.statusCode)));
        });
        asked.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.name));
        asked.end(body);
      }),
  };
};

/** Number of clients that read lists, each at most five times a second: below every limit. */
const readers = 7;
const listEvery = 200;
const signInEvery = 400;

/**
 * Acts as another organization from addresses of its own for some seconds: reads lists and signs in with
 * the right password.
 */
export async function workBeside(
  origin: string,
  sessions: Account[],
  seconds: number,
): Promise<Service> {
  const service: Service = { lists: [], signIns: [], failures: {} };
  const end = performance.now() + seconds * 1_000;
  const loop = async (n: number, asked: Ask, times: number[]) => {
    const every = times === service.lists ? listEvery : signInEvery;
    const client = clientAt(origin, `127.1.0.${n + 1}`);
    await sleep((every / readers) * n);
    while (performance.now() < end) {
      const began = performance.now();
      const status = await client.ask(asked);
      times.push(performance.now() - began);
      if (!/^20[04]$/.test(status)) service.failures[status] = (service.failures[status] ?? 0) + 1;
      await sleep(Math.max(0, every - (performance.now() - began)));
    }
    client.close();
  };
  const [{ email, password }] = sessions as [Account];
  const signIn: Ask = {
    method: 'POST',
    path: '/api/Authentication/Login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  };
  const lists = Array.from({ length: readers }, (_, n) => {
    const { headers } = sessions[n % sessions.length] as Account;
    const path = '/api/Transaction/GetAll?limit=20';
    return loop(n, { method: 'GET', path, headers }, service.lists);
  });
  await Promise.all([...lists, loop(readers, signIn, service.signIns)]);
  return service;
}
