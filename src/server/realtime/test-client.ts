import { once } from 'node:events';
import { HubConnectionBuilder, HttpTransportType, LogLevel } from '@microsoft/signalr';
import { onTestFinished } from 'vitest';
import { hubPath } from '#contract/realtime.ts';
import type { TestProduct } from '#server/testing.ts';

/** Where the product of a test listens. */
export async function addressOf({ app }: TestProduct): Promise<string> {
  const bound = app.server.address();
  if (typeof bound === 'object' && bound) return `http://127.0.0.1:${bound.port}`;
  return app.listen({ host: '127.0.0.1', port: 0 });
}

/** The official client of SignalR, connected; what it is told is kept in `heard`, oldest first. */
export const connect = async (product: TestProduct, token: string) =>
  connectAt(await addressOf(product), token);

/** The same, to whatever listens at an address; comes back after a lost connection. */
export async function connectAt(address: string, token: string) {
  const hub = new HubConnectionBuilder()
    .withUrl(`${address}${hubPath}`, {
      accessTokenFactory: () => token,
      transport: HttpTransportType.WebSockets,
    })
    .withAutomaticReconnect([0, 100, 300, 1_000, 3_000])
    .configureLogging(LogLevel.None)
    .build();
  const heard: string[] = [];
  for (const event of ['ReceiveMessage', 'UserConnected', 'Changed']) {
    hub.on(event, (...told: string[]) => heard.push([event, ...told].join(' ')));
  }
  const closed = new Promise<void>((resolve) => hub.onclose(() => resolve()));
  await hub.start();
  onTestFinished(() => hub.stop());
  return { hub, heard, closed };
}

/** A socket without any library: what it is told is kept in `heard`. `status`: of the refusal. */
export async function rawSocket(product: TestProduct, query: string, origin?: string) {
  const address = (await addressOf(product)).replace('http', 'ws');
  const socket = new WebSocket(`${address}${hubPath}${query}`, {
    headers: origin === undefined ? {} : { origin },
  } as never);
  onTestFinished(() => socket.close());
  const heard: string[] = [];
  socket.addEventListener('message', ({ data }) => heard.push(String(data)));
  const opened = once(socket, 'open').then(() => true);
  const failed = once(socket, 'error').then(() => false);
  return { socket, heard, isOpen: await Promise.race([opened, failed]) };
}

/** A message of the protocol as it travels. */
export const frame = (message: object) => `${JSON.stringify(message)}\u001E`;
