import { once } from 'node:events';
import { HubConnectionBuilder, HttpTransportType, LogLevel } from '@microsoft/signalr';
import { onTestFinished } from 'vitest';
import type { ChatMessage } from '#contract/chat/chat.ts';
import { hubPath } from '#contract/realtime.ts';
import type { TestApplication } from '#server/test/application.ts';

/** Returns the URL of the product under test; starts to listen at the first call. */
export async function hubServerUrl({ app }: TestApplication): Promise<string> {
  const bound = app.server.address();
  if (typeof bound === 'object' && bound) return `http://127.0.0.1:${bound.port}`;
  return app.listen({ host: '127.0.0.1', port: 0 });
}

/** Connects the official SignalR client; `heard` collects its events, oldest first. */
export const connectTestHub = async (
  product: TestApplication,
  token: string,
  transport?: HttpTransportType,
) => connectHubAt(await hubServerUrl(product), token, transport);

/** Connects to a server by its URL; reconnects after a lost connection. */
export async function connectHubAt(
  address: string,
  token: string,
  transport = HttpTransportType.WebSockets,
) {
  const hub = new HubConnectionBuilder()
    .withUrl(`${address}${hubPath}`, {
      accessTokenFactory: () => token,
      transport,
    })
    .withAutomaticReconnect([0, 100, 300, 1_000, 3_000])
    .configureLogging(LogLevel.None)
    .build();
  const heard: string[] = [];
  for (const event of ['ReceiveMessage', 'UserConnected', 'Changed']) {
    hub.on(event, (...values: string[]) => heard.push([event, ...values].join(' ')));
  }
  const messages: ChatMessage[] = [];
  hub.on('MessageAdded', (added: ChatMessage) => messages.push(added));
  const unread: [notifications: number, messages: number][] = [];
  hub.on('Unread', (...counts: [number, number]) => unread.push(counts));
  const closed = new Promise<void>((resolve) => hub.onclose(() => resolve()));
  await hub.start();
  onTestFinished(() => hub.stop());
  return { hub, heard, messages, unread, closed };
}

/** Opens a plain WebSocket; `heard` collects its messages. `isOpen` is false when it was refused. */
export async function openRawSocket(product: TestApplication, query: string, origin?: string) {
  const address = (await hubServerUrl(product)).replace('http', 'ws');
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

/** Encodes a message of the protocol. */
export const encodeFrame = (message: object) => `${JSON.stringify(message)}\u001E`;
