import {
  HttpTransportType,
  HubConnectionBuilder,
  LogLevel,
  type HubConnection,
} from '@microsoft/signalr';
import { hubPath } from '#contract/realtime.ts';

/** Connects to a hub with SignalR's own library; reconnects after so many ms when disconnected, if at all. */
export async function openHub(url: string, reconnectAfter?: number): Promise<HubConnection> {
  const builder = new HubConnectionBuilder()
    .withUrl(url, { skipNegotiation: true, transport: HttpTransportType.WebSockets })
    .configureLogging(LogLevel.None);
  if (reconnectAfter !== undefined) {
    builder.withAutomaticReconnect({ nextRetryDelayInMilliseconds: () => reconnectAfter });
  }
  const hub = builder.build();
  await hub.start();
  return hub;
}

/** Returns the URL of the product's hub for a session. */
export const hubUrl = (origin: string, token: string) =>
  `${origin}${hubPath}?access_token=${token}`;
