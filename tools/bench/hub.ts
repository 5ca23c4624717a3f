import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { launch, stop } from './children.ts';
import type { Claim } from './goals.ts';
import type { Deliveries, Visit, Wish } from './hub-clients.ts';
import type { Measure, Target } from './load.ts';
import { memoryOf } from './meters.ts';
import type { Section } from './section.ts';
import type { Server } from './servers.ts';
import type { Scene } from './stage.ts';
import { get, targetsOf } from './workload.ts';
import { listPath } from './workloads/reads.ts';

const groups = 50;
/** Sockets in each group. */
const sockets = 20;
const speech = { messages: 120, perSecond: 20 };

interface Found extends Deliveries {
  name: string;
  expected: number;
  /** Server memory per socket in KiB. */
  memoryEach: number;
  /** p99 of list requests during the load, in ms. */
  httpP99: number;
}

/**
 * Fills the hub and a bare relay in turn with sockets in groups and sends messages to one group after
 * the other (W10): measures the cost of a socket and the delay of a message.
 */
export async function measureHubs(
  { product, ceilings, measured, data }: Scene,
  measure: Measure,
  progress: (what: string) => void,
): Promise<Section> {
  const visitsOf = ({ origin }: Server, pathOf: (token: string) => string) =>
    data.crowd.slice(0, groups).flatMap(({ tenant, tokens }) =>
      Array.from({ length: sockets }, (_, number): Visit => {
        const path = pathOf(tokens[number % tokens.length] ?? '');
        return { url: origin.replace('http', 'ws') + path, tenant };
      }),
    );
  const list = (server: Server, path: string) =>
    targetsOf(server, 'list')(get(path, measured.headers), { connections: 4 });
  const targets = [
    {
      name: 'product',
      server: product,
      visits: visitsOf(product, (token) => `/hub?access_token=${token}`),
      beside: list(product, listPath),
    },
    {
      name: 'bare relay',
      server: ceilings,
      visits: visitsOf(ceilings, () => '/relay'),
      beside: list(ceilings, '/list?limit=20'),
    },
  ];
  const found: Found[] = [];
  for (const target of targets) {
    progress(`hub: ${target.name}, ${target.visits.length} sockets`);
    found.push(await crowd(target, measure));
  }
  return tell(found);
}

interface Crowded {
  name: string;
  server: Server;
  visits: Visit[];
  /** HTTP requests that are sent meanwhile. */
  beside: Target;
}

async function crowd({ name, server, visits, beside }: Crowded, measure: Measure): Promise<Found> {
  const clients = launch(new URL('hub-clients.ts', import.meta.url));
  const wish = async <T>(what: Wish): Promise<T> => {
    clients.send(what);
    const [answer] = (await once(clients, 'message')) as [T];
    return answer;
  };
  try {
    // Warms up, so that one-time costs are not counted for the sockets.
    const [first, others] = [visits.slice(0, 2 * sockets), visits.slice(2 * sockets)];
    await wish({ gather: first });
    await wish({ speak: { ...speech, messages: 20 } });
    const before = memoryOf(server.pid);
    await wish({ gather: others });
    await sleep(1_000);
    const memoryEach = ((memoryOf(server.pid) - before) * 1024) / others.length;
    const heard = await wish<Deliveries>({ speak: speech });
    const [{ p99: httpP99 }] = await Promise.all([
      measure(beside, speech.messages / speech.perSecond),
      wish<Deliveries>({ speak: speech }),
    ]);
    await wish('leave');
    return { ...heard, name, memoryEach, httpP99, expected: speech.messages * sockets };
  } finally {
    await stop(clients);
  }
}

function tell(found: Found[]): Section {
  const [ours, relay] = found;
  const goal = 'P14 hub';
  const claims: Claim[] = [];
  if (ours && relay) {
    claims.push(
      {
        goal,
        what: 'p99 of a message, of a bare relay',
        value: ours.p99 / relay.p99,
        limit: 2,
        unit: 'times',
        timed: true,
      },
      { goal, what: 'memory of a socket', value: ours.memoryEach, limit: 40, unit: 'KiB' },
      {
        goal,
        what: 'messages that did not arrive',
        value: ours.expected - ours.delivered,
        limit: 0,
        unit: '',
      },
    );
  }
  const { perSecond } = speech;
  return {
    title: `Hub: ${groups} groups of ${sockets} sockets, ${perSecond} messages a second`,
    claims,
    head: [
      'target',
      'KiB a socket',
      'p50 ms',
      'p99 ms',
      'delivered',
      'of',
      'sockets lost',
      'list p99 ms',
    ],
    rows: found.map(({ name, memoryEach, p50, p99, delivered, expected, lost, httpP99 }) => [
      name,
      memoryEach,
      p50,
      p99,
      delivered,
      expected,
      lost,
      httpP99,
    ]),
  };
}
