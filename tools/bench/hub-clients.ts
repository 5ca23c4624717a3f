/** Simulates many clients of a hub in a process of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** Socket to open and group to join. */
export interface Visit {
  /** `ws:` URL of the hub with the token. */
  url: string;
  tenant: string;
}

/** Number and rate of messages; each goes to the next group. */
export interface Speech {
  messages: number;
  perSecond: number;
}

/** Delays in ms from sending to receipt for every member and message, and lost sockets. */
export interface Deliveries {
  p50: number;
  p99: number;
  delivered: number;
  lost: number;
}

/** Command to the clients; each is answered when it is done. */
export type Wish = { gather: Visit[] } | { speak: Speech } | 'leave';

const end = '\u001E';
const frame = (message: object) => JSON.stringify(message) + end;
const invoke = (target: string, given: string[], more: object = {}) =>
  frame({ type: 1, target, arguments: given, ...more });

interface Member extends Visit {
  socket: WebSocket;
}

let crowd: Member[] = [];

// Sends pings like SignalR's clients, because the hub closes silent connections.
setInterval(() => {
  for (const { socket } of crowd) socket.send(frame({ type: 6 }));
}, 15_000).unref();

async function open({ url, tenant }: Visit): Promise<Member> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const hears = (what: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const listen = (data: unknown) => {
        if (!what.test(String(data))) return;
        socket.off('message', listen).off('close', reject);
        resolve();
      };
      socket.on('message', listen).on('close', reject).on('error', reject);
    });
  const greeted = hears(/^\{\}/);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve).once('error', reject);
  });
  socket.send(frame({ protocol: 'json', version: 1 }));
  await greeted;
  const joined = hears(/"type":3/);
  socket.send(invoke('JoinGroup', [tenant], { invocationId: '1' }));
  await joined;
  return { socket, url, tenant };
}

async function gather(visits: Visit[]): Promise<void> {
  for (let at = 0; at < visits.length; at += 50) {
    crowd.push(...(await Promise.all(visits.slice(at, at + 50).map(open))));
  }
}

async function speak({ messages, perSecond }: Speech): Promise<Deliveries> {
  const times: number[] = [];
  const listen = (data: unknown) => {
    for (const [, spokenAt] of String(data).matchAll(/"spoken ([\d.]+)"/g)) {
      times.push(performance.now() - Number(spokenAt));
    }
  };
  for (const { socket } of crowd) socket.on('message', listen);
  const groups = [...Map.groupBy(crowd, ({ tenant }) => tenant).values()];
  for (let number = 0; number < messages; number += 1) {
    const group = groups[number % groups.length] ?? [];
    const speaker = group[Math.floor(number / groups.length) % group.length];
    const said = `spoken ${performance.now()}`;
    speaker?.socket.send(invoke('SendMessage', [speaker.tenant, 'Ana', said]));
    await sleep(1_000 / perSecond);
  }
  await sleep(1_000);
  for (const { socket } of crowd) socket.off('message', listen);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN;
  const lost = crowd.filter(({ socket }) => socket.readyState !== WebSocket.OPEN).length;
  return { p50: at(0.5), p99: at(0.99), delivered: times.length, lost };
}

process.on('message', async (wish: Wish) => {
  if (wish === 'leave') {
    for (const { socket } of crowd) socket.terminate();
    crowd = [];
    process.send?.('left');
  } else if ('gather' in wish) {
    await gather(wish.gather);
    process.send?.('gathered');
  } else process.send?.(await speak(wish.speak));
});
