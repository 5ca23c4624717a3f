import { setTimeout as sleep } from 'node:timers/promises';
import type { HubConnection } from '@microsoft/signalr';
import { openHub, hubUrl } from '#tools/kit/hub.ts';
import { memoryOf } from '#tools/kit/processes.ts';
import { percentile, threeDigits } from '#tools/kit/statistics.ts';
import type { Seeded } from './data.ts';
import { resultFor, type GoalResult } from './goals.ts';
import type { BenchSetup } from './setup.ts';

const groups = 50;
const socketsEach = 20;
const perSecond = 20;

/** Groups of members on a hub; the delays of all deliveries in ms. */
interface FilledHub {
  groups: { tenant: string; members: HubConnection[] }[];
  delays: number[];
}

/** Joins groups of twenty, one group after the other. */
async function addGroups(hub: FilledHub, tenants: Seeded[], urlOf: (token: string) => string) {
  for (const { tenant, tokens } of tenants) {
    const joining = Array.from({ length: socketsEach }, async (_, number) => {
      const member = await openHub(urlOf(tokens[number % tokens.length] ?? ''));
      member.on('ReceiveMessage', (_user: string, sentAt: string) =>
        hub.delays.push(performance.now() - Number(sentAt)),
      );
      await member.invoke('JoinGroup', tenant);
      return member;
    });
    hub.groups.push({ tenant, members: await Promise.all(joining) });
  }
}

/** Sends messages to one group after the other, each from another member. */
async function sendMessages(hub: FilledHub, messages: number): Promise<void> {
  hub.delays = [];
  for (let number = 0; number < messages; number += 1) {
    const { tenant, members } = hub.groups[number % hub.groups.length] ?? { members: [] };
    const sender = members[Math.floor(number / hub.groups.length) % members.length];
    void sender?.send('SendMessage', tenant, 'Ana', String(performance.now()));
    await sleep(1_000 / perSecond);
  }
  await sleep(1_000);
}

/** Fills a hub with sockets in groups; measures the memory of a socket and the delay of messages. */
async function fillHub(tenants: Seeded[], pid: number, urlOf: (token: string) => string) {
  const hub: FilledHub = { groups: [], delays: [] };
  try {
    // Warms up, so that one-time costs are not counted for the sockets.
    await addGroups(hub, tenants.slice(0, 2), urlOf);
    await sendMessages(hub, 20);
    const before = memoryOf(pid);
    await addGroups(hub, tenants.slice(2, groups), urlOf);
    await sleep(1_000);
    const kibibytes = (memoryOf(pid) - before) * 1024;
    const messages = 6 * perSecond;
    await sendMessages(hub, messages);
    return {
      memoryEach: kibibytes / ((hub.groups.length - 2) * socketsEach),
      p50: percentile(hub.delays, 0.5),
      p99: percentile(hub.delays, 0.99),
      missing: messages * socketsEach - hub.delays.length,
    };
  } finally {
    await Promise.all(hub.groups.flatMap(({ members }) => members.map((member) => member.stop())));
  }
}

/** Compares the hub with a bare relay, both with 50 groups of 20 sockets (W10). */
export async function measureHubs({ data, product, ceilings }: BenchSetup): Promise<GoalResult[]> {
  const ours = await fillHub(data.ordinary, product.pid, (token) => hubUrl(product.origin, token));
  const relay = await fillHub(data.ordinary, ceilings.pid, () => `${ceilings.origin}/relay`);
  const result = resultFor('P14 hub');
  const [p50s, p99s] = (['p50', 'p99'] as const).map((name) =>
    [ours, relay].map((found) => `${threeDigits(found[name])} ms`).join(' and '),
  );
  const detail = `of a message and of the relay's: p50 ${p50s}, p99 ${p99s}`;
  const delay = { limit: 2, unit: '×', timed: true, detail } as const;
  return [
    result('p99 of a message, of a bare relay', ours.p99 / relay.p99, delay),
    result('memory of a socket', ours.memoryEach, { limit: 40, unit: ' KiB' }),
    result('messages that did not arrive', ours.missing, { limit: 0, unit: '' }),
  ];
}
