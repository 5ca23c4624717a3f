/** Many clients of a hub, in a process of its own. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** Opens sockets, puts some of them into a group, and lets one of the group speak. */
export interface Crowd {
  /** `ws:` address of the hub, with the token. */
  url: string;
  tenant: string;
  sockets: number;
  members: number;
  messages: number;
  perSecond: number;
}

/** Milliseconds from speaking to hearing, of every member and message; sockets that went away. */
export interface Deliveries {
  p50: number;
  p99: number;
  delivered: number;
  lost: number;
}

const end = '\u001E';
const frame = (message: object) => JSON.stringify(message) + end;

async function open(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, 'open');
  const greeted = once(socket, 'message');
  socket.send(frame({ protocol: 'json', version: 1 }));
  await greeted;
  return socket;
}

const invoke = (target: string, ...given: string[]) => frame({ type: 1, target, arguments: given });

let crowd: WebSocket[] = [];

async function gather({ url, tenant, sockets, members }: Crowd) {
  for (let left = sockets; left > 0; left -= 50) {
    const opened = Array.from({ length: Math.min(50, left) }, () => open(url));
    crowd.push(...(await Promise.all(opened)));
  }
  for (const member of crowd.slice(0, members)) member.send(invoke('JoinGroup', tenant));
  await sleep(2_000);
}

async function speak({ tenant, members, messages, perSecond }: Crowd): Promise<Deliveries> {
  const times: number[] = [];
  const listen = (data: unknown) => {
    for (const [, spokenAt] of String(data).matchAll(/"spoken ([\d.]+)"/g)) {
      times.push(performance.now() - Number(spokenAt));
    }
  };
  for (const member of crowd.slice(0, members)) member.on('message', listen);
  for (let number = 0; number < messages; number += 1) {
    crowd[number % members]?.send(
      invoke('SendMessage', tenant, 'Ana', `spoken ${performance.now()}`),
    );
    await sleep(1_000 / perSecond);
  }
  await sleep(1_000);
  for (const member of crowd.slice(0, members)) member.off('message', listen);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN;
  const lost = crowd.filter(({ readyState }) => readyState !== WebSocket.OPEN).length;
  return { p50: at(0.5), p99: at(0.99), delivered: times.length, lost };
}

type Wish = { gather: Crowd } | { speak: Crowd } | 'leave';

process.on('message', async (wish: Wish) => {
  if (wish === 'leave') {
    for (const socket of crowd) socket.terminate();
    crowd = [];
    process.send?.('left');
  } else if ('gather' in wish) {
    await gather(wish.gather);
    process.send?.('gathered');
  } else process.send?.(await speak(wish.speak));
});
