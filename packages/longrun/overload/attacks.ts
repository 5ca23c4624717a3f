import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { callerAt } from '#tools/caller.ts';
import { agentAt, closeOf, requestStatus, type PlainRequest } from '#tools/kit/http.ts';
import type { Headers } from '#tools/kit/organizations.ts';

/** Target of an attack, with the credentials that it uses. */
export type AttackTarget = {
  origin: string;
  /** Second byte of the attackers' addresses in 127.0.0.0/8: 2 or more. */
  network: number;
  /** Owner of an organization of the attackers. */
  attacker: Headers;
  operator: Headers;
  /** Ids of the prices of two plans. */
  prices: string[];
};

type Attack = {
  shows: string;
  /** Attacks until the signal is aborted; passes every response to `count`. */
  run: (target: AttackTarget, over: AbortSignal, count: (answer: string) => void) => Promise<void>;
};

/** Returns the address of attacker number `n`: Linux lets a client use any of 127.0.0.0/8. */
const addressOf = ({ network }: AttackTarget, n: number) =>
  `127.${network}.${Math.floor(n / 250)}.${(n % 250) + 1}`;

/** Returns one shared address for half of the attackers and an own one for the others. */
const sharedOrOwn = (target: AttackTarget, n: number) => addressOf(target, n % 2 === 0 ? 0 : n);

const forEach = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

const html = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };

/** Returns the path of the script that the page of the API reference loads. */
async function referenceScript(origin: string) {
  const page = await fetch(`${origin}/api/docs/`, { headers: html });
  const [, source = 'js/scalar.js'] =
    (await page.text()).match(/<script[^>]*\bsrc="([^"]+)"/) ?? [];
  return new URL(source, `${origin}/api/docs/`).href;
}

/** Opens a connection that requests without reading; opens another one when it is closed. */
async function neverRead(url: string, localAddress: string, over: AbortSignal) {
  const { hostname, port, pathname } = new URL(url);
  while (!over.aborted) {
    const socket = connect({ host: hostname, port: Number(port), localAddress, signal: over });
    socket.on('error', () => undefined);
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip, br\r\n\r\n`);
    socket.pause();
    await closeOf(socket);
    await sleep(100);
  }
}

const separator = '\u001E';
const handshake = `{"protocol":"json","version":1}${separator}`;
/** Number of pings that fit into one message of 32 KiB. */
const pings = `{"type":6}${separator}`.repeat(2_900);

/** Sends messages full of pings as fast as the server reads. */
async function flood(url: string, localAddress: string, over: AbortSignal) {
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
}

type Repeated = {
  over: AbortSignal;
  count: (answer: string) => void;
  next: () => PlainRequest & { path: string };
};

/** Sends requests from each of some attackers, one after the other. */
async function repeatEach(many: number, target: AttackTarget, { over, count, next }: Repeated) {
  await forEach(many, async (n) => {
    const agent = agentAt(sharedOrOwn(target, n));
    while (!over.aborted) {
      const { path, ...request } = next();
      count(await requestStatus(`${target.origin}${path}`, { ...request, agent, signal: over }));
    }
  });
}

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
      const [product] = await callerAt(origin).products.getAll();
      if (!product) throw new Error('There are no products');
      const url = `${origin}/api/SubscriptionProduct/UpdateProduct/${product.id}`;
      for (let changes = 1; !over.aborted; changes += 1) {
        const description = `${product.description}${'.'.repeat(changes % 5)}`;
        const change = { headers: operator, body: { ...product, description }, agent: own };
        count(`change ${await requestStatus(url, { ...change, method: 'PUT' })}`);
        await forEach(1_000, async (n) => {
          const agent = agents[n % agents.length] ?? own;
          count(await requestStatus(`${origin}/pricing`, { headers: html, agent, signal: over }));
        });
      }
    },
  },
  sockets: {
    shows: '8 sockets of one member that send nothing but pings',
    run: async (target, over, count) => {
      const { origin, attacker } = target;
      const token = attacker['authorization']?.replace('Bearer ', '') ?? '';
      const url = `${origin.replace('http', 'ws')}/hub?access_token=${token}`;
      await forEach(8, async (n) => {
        while (!over.aborted) {
          count(await flood(url, sharedOrOwn(target, n), over));
          await sleep(100);
        }
      });
    },
  },
  uncached: {
    shows: '40 visitors of pages that are not kept',
    run: (target, over, count) => {
      let visits = 0;
      const next = () => ({ path: `/pricing?visit=${(visits += 1)}`, headers: html });
      return repeatEach(40, target, { over, count, next });
    },
  },
  brackets: {
    shows: '4 bodies of 15 MB of [ at a time',
    run: (target, over, count) => {
      const sent = { path: '/api/User/UpdateAvatar', headers: target.attacker, body: brackets };
      return repeatEach(4, target, { over, count, next: () => sent });
    },
  },
  plans: {
    shows: '20 changes of the plan of one organization at once',
    run: async (target, over, count) => {
      const { origin, attacker, prices } = target;
      const url = `${origin}/api/SubscriptionManager/UpdateSubscription`;
      const agents = Array.from({ length: 20 }, (_, n) => agentAt(sharedOrOwn(target, n)));
      // The next twenty follow when these are answered.
      while (!over.aborted) {
        await forEach(20, async (n) => {
          const body = { subscriptionPriceId: prices[n % prices.length] };
          const agent = agents[n] ?? false;
          count(await requestStatus(url, { headers: attacker, body, agent, signal: over }));
        });
      }
    },
  },
};
