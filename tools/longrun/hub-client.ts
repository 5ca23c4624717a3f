import { setTimeout as sleep } from 'node:timers/promises';
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { hubPath } from '#contract/realtime.ts';
import type { OwnerAccount } from '#tools/kit/organizations.ts';

/** Milliseconds until a message counts as lost. */
const patience = 10_000;

/**
 * Connects a member to the hub with SignalR's own library, which reconnects when disconnected. Returns a
 * function that sends a message, with retries, until it is received; false after a timeout.
 */
export async function connectMember(
  stack: AsyncDisposableStack,
  origin: string,
  { tenant, headers }: OwnerAccount,
): Promise<(message: string) => Promise<boolean>> {
  const hub = new HubConnectionBuilder()
    .withUrl(`${origin}${hubPath}`, {
      accessTokenFactory: () => headers['authorization']?.replace('Bearer ', '') ?? '',
      transport: HttpTransportType.WebSockets,
    })
    .withAutomaticReconnect({ nextRetryDelayInMilliseconds: () => 100 })
    .configureLogging(LogLevel.None)
    .build();
  const received = new Set<string>();
  hub.on('ReceiveMessage', (_user: string, message: string) => received.add(message));
  await hub.start();
  stack.defer(() => hub.stop());
  return async (message) => {
    for (const began = performance.now(); performance.now() - began < patience;) {
      // Both may be refused for the moment, like any call.
      await hub.invoke('JoinGroup', tenant).catch(() => undefined);
      await hub.invoke('SendMessage', tenant, '', message).catch(() => undefined);
      for (let waited = 0; waited < 500; waited += 20) {
        if (received.has(message)) return true;
        await sleep(20);
      }
    }
    return false;
  };
}
