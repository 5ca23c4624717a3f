import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { listPath } from './checks.ts';
import { launch, stop } from './children.ts';
import type { Crowd, Deliveries } from './hub-clients.ts';
import type { Measure } from './load.ts';
import { memoryOf } from './meters.ts';
import { asBrowser, type Server } from './servers.ts';
import type { Scene } from './stage.ts';

const sockets = 2_000;
const members = 100;
const perSecond = 20;

/** A hub with many sockets: what each costs, and how soon a group hears. */
export interface HubFinding extends Deliveries {
  target: string;
  /** Memory that a socket takes of the server, KiB. */
  memoryEach: number;
  /** p99 of requests to the list meanwhile, ms. */
  httpP99: number;
}

/** Fills the hub and a bare relay with sockets, one after the other, and speaks to a group. */
export async function measureHubs(
  { product, ceilings, measured }: Scene,
  measure: Measure,
  progress: (what: string) => void,
): Promise<HubFinding[]> {
  const token = measured.headers['authorization']?.replace('Bearer ', '') ?? '';
  const list = { connections: 4, headers: { ...asBrowser, ...measured.headers } };
  const targets = [
    { name: 'product', server: product, path: `/hub?access_token=${token}`, list: listPath },
    { name: 'bare relay', server: ceilings, path: '/relay', list: '/list?limit=20' },
  ];
  const found: HubFinding[] = [];
  for (const { name, server, path, list: listOf } of targets) {
    progress(`hub: ${name}, ${sockets} sockets`);
    const shot = { ...list, url: `${server.origin}${listOf}` };
    const beside = (seconds: number) => measure({ name, pid: server.pid, shot }, seconds);
    found.push({
      target: name,
      ...(await crowd(server, path, { tenant: measured.tenant, beside })),
    });
  }
  return found;
}

interface Meanwhile {
  tenant: string;
  /** Asks for lists for some seconds. */
  beside: (seconds: number) => Promise<{ p99: number }>;
}

async function crowd({ origin, pid }: Server, path: string, { tenant, beside }: Meanwhile) {
  const clients = launch(new URL('hub-clients.ts', import.meta.url));
  const ask = async <T>(wish: object | string): Promise<T> => {
    clients.send(wish);
    const [answer] = (await once(clients, 'message')) as [T];
    return answer;
  };
  try {
    const url = origin.replace('http', 'ws') + path;
    const plan: Crowd = { url, tenant, sockets, members, perSecond, messages: 200 };
    // What connecting and speaking once need is not the sockets' account.
    await ask({ gather: { ...plan, sockets: members } });
    await ask({ speak: { ...plan, messages: 20 } });
    const before = memoryOf(pid);
    await ask({ gather: { ...plan, sockets: sockets - members, members: 0 } });
    await sleep(1_000);
    const memoryEach = ((memoryOf(pid) - before) * 1024) / (sockets - members);
    const heard = await ask<Deliveries>({ speak: plan });
    const [{ p99: httpP99 }] = await Promise.all([
      beside(plan.messages / perSecond),
      ask<Deliveries>({ speak: plan }),
    ]);
    await ask('leave');
    return { ...heard, memoryEach, httpP99 };
  } finally {
    await stop(clients);
  }
}
