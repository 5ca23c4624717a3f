import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { memoryOf } from '#tools/kit/processes.ts';
import type { ServerProcess } from '#tools/kit/servers.ts';
import { percentile, threeDigits } from '#tools/kit/statistics.ts';
import type { Seeded } from './data.ts';
import { resultFor, type GoalResult } from './goals.ts';
import type { BenchSetup } from './setup.ts';

const groups = 50;
const socketsEach = 20;
const perSecond = 20;

interface Member {
  socket: WebSocket;
  tenant: string;
}

const frame = (message: object) => `${JSON.stringify(message)}\u001E`;
const invoke = (target: string, given: string[], more: object = {}) =>
  frame({ type: 1, target, arguments: given, ...more });

/** Opens a socket and joins the group of a tenant. */
async function join(url: string, tenant: string): Promise<Member> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const receive = (what: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const listen = (data: unknown) => what.test(String(data)) && resolve();
      socket.on('message', listen).once('close', reject).once('error', reject);
    });
  socket.once('open', () => socket.send(frame({ protocol: 'json', version: 1 })));
  await receive(/^\{\}/);
  const joined = receive(/"type":3/);
  socket.send(invoke('JoinGroup', [tenant], { invocationId: '1' }));
  await joined;
  socket.removeAllListeners('message');
  return { socket, tenant };
}

/** Sends messages to one group after the other; returns the delays in ms of all deliveries. */
async function sendMessages(members: Member[], messages: number): Promise<number[]> {
  const delays: number[] = [];
  const listen = (data: unknown) => {
    for (const [, at] of String(data).matchAll(/"sent ([\d.]+)"/g)) {
      delays.push(performance.now() - Number(at));
    }
  };
  for (const { socket } of members) socket.on('message', listen);
  const byGroup = [...Map.groupBy(members, ({ tenant }) => tenant).values()];
  for (let number = 0; number < messages; number += 1) {
    const group = byGroup[number % byGroup.length] ?? [];
    const sender = group[Math.floor(number / byGroup.length) % group.length];
    const text = `sent ${performance.now()}`;
    sender?.socket.send(invoke('SendMessage', [sender.tenant, 'Ana', text]));
    await sleep(1_000 / perSecond);
  }
  await sleep(1_000);
  for (const { socket } of members) socket.off('message', listen);
  return delays;
}

/** Fills a hub with sockets in groups; measures the memory of a socket and the delay of messages. */
async function fillHub(
  tenants: Seeded[],
  { origin, pid }: ServerProcess,
  pathOf: (token: string) => string,
) {
  const members: Member[] = [];
  // Sends pings like SignalR's clients, because the hub closes silent connections.
  const pings = setInterval(() => {
    for (const { socket } of members) socket.send(frame({ type: 6 }));
  }, 15_000);
  const addGroups = async (some: Seeded[]) => {
    for (const { tenant, tokens } of some) {
      const joining = Array.from({ length: socketsEach }, (_, number) =>
        join(origin.replace('http', 'ws') + pathOf(tokens[number % tokens.length] ?? ''), tenant),
      );
      members.push(...(await Promise.all(joining)));
    }
  };
  try {
    // Warms up, so that one-time costs are not counted for the sockets.
    await addGroups(tenants.slice(0, 2));
    await sendMessages(members, 20);
    const [before, first] = [memoryOf(pid), members.length];
    await addGroups(tenants.slice(2, groups));
    await sleep(1_000);
    const kibibytes = (memoryOf(pid) - before) * 1024;
    const messages = 6 * perSecond;
    const delays = await sendMessages(members, messages);
    return {
      memoryEach: kibibytes / (members.length - first),
      p50: percentile(delays, 0.5),
      p99: percentile(delays, 0.99),
      missing: messages * socketsEach - delays.length,
    };
  } finally {
    clearInterval(pings);
    for (const { socket } of members) socket.terminate();
  }
}

/** Compares the hub with a bare relay, both with 50 groups of 20 sockets (W10). */
export async function measureHubs({ data, product, ceilings }: BenchSetup): Promise<GoalResult[]> {
  const path = (token: string) => `/hub?access_token=${token}`;
  const ours = await fillHub(data.ordinary, product, path);
  const relay = await fillHub(data.ordinary, ceilings, () => '/relay');
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
