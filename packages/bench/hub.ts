import { setTimeout as sleep } from 'node:timers/promises';
import type { HubConnection } from '@microsoft/signalr';
import { openHub, hubUrl } from '#tools/kit/hub.ts';
import { peakMemoryOf, type ServerProcess } from '#tools/kit/processes.ts';
import { startProduct } from '#tools/kit/servers.ts';
import type { Seeded } from './data.ts';
import { resultFor, type GoalResult } from './goals.ts';
import type { BenchSetup } from './setup.ts';
import { percentile, threeDigits } from './statistics.ts';

/** With twenty sockets each: 10,000; fewer of a small data set. */
const groups = 500;
const socketsEach = 20;
const perSecond = 20;

/** Groups of members on a hub; the delays of all deliveries in ms. */
type FilledHub = {
  groups: { tenant: string; members: HubConnection[] }[];
  delays: number[];
};

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
    // A message that is not sent counts as missing.
    sender?.send('SendMessage', tenant, 'Ana', String(performance.now())).catch(() => undefined);
    await sleep(1_000 / perSecond);
  }
  await sleep(1_000);
}

/**
 * Fills the hub of a process that did nothing else with sockets in groups; measures what each adds to its peak memory,
 * with all that connecting takes for a while, and the delay of messages.
 */
async function fillHub(
  tenants: Seeded[],
  { pid }: ServerProcess,
  urlOf: (token: string) => string,
) {
  const hub: FilledHub = { groups: [], delays: [] };
  try {
    // Warms up, so that one-time costs are not counted for the sockets.
    await addGroups(hub, tenants.slice(0, 2), urlOf);
    await sendMessages(hub, 20);
    const before = peakMemoryOf(pid);
    await addGroups(hub, tenants.slice(2, groups), urlOf);
    await sleep(1_000);
    const messages = 6 * perSecond;
    await sendMessages(hub, messages);
    const sockets = hub.groups.length * socketsEach;
    return {
      sockets,
      memoryEach: ((peakMemoryOf(pid) - before) * 1024) / (sockets - 2 * socketsEach),
      p50: percentile(hub.delays, 0.5),
      p99: percentile(hub.delays, 0.99),
      missing: messages * socketsEach - hub.delays.length,
    };
  } finally {
    await Promise.all(hub.groups.flatMap(({ members }) => members.map((member) => member.stop())));
  }
}

/** Compares the hub with a bare relay, both with up to 500 groups of 20 sockets (W10). */
export async function measureHubs(setup: BenchSetup): Promise<GoalResult[]> {
  await using stack = new AsyncDisposableStack();
  const { data, settings, startCeilings } = setup;
  const product = await startProduct(stack, settings);
  const ours = await fillHub(data.ordinary, product, (token) => hubUrl(product.origin, token));
  const ceilings = await startCeilings(stack);
  const relay = await fillHub(data.ordinary, ceilings, () => `${ceilings.origin}/relay`);
  const result = resultFor('P14 hub');
  const [p50s, p99s] = (['p50', 'p99'] as const).map((name) =>
    [ours, relay].map((found) => `${threeDigits(found[name])} ms`).join(' and '),
  );
  const detail = `${ours.sockets} sockets; a message and one of the relay: p50 ${p50s}, p99 ${p99s}`;
  const delay = { limit: 2, unit: '×', timed: true, detail } as const;
  return [
    result('p99 of a message, of a bare relay', ours.p99 / relay.p99, delay),
    result('peak memory for a socket', ours.memoryEach, { limit: 40, unit: ' KiB' }),
    result('messages that did not arrive', ours.missing, { limit: 0, unit: '' }),
  ];
}
