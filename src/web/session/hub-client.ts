import {
  HubConnectionBuilder,
  HttpTransportType,
  LogLevel,
  type HubConnection,
  type IHttpConnectionOptions,
  type IRetryPolicy,
} from '@microsoft/signalr';
import { hubPath } from '#contract/realtime.ts';
import { storedToken } from '#web/api/credentials.ts';

/** Milliseconds in which a socket opens; a proxy may neither open nor refuse it. */
const socketTimeoutMs = 10_000;

/** Opens a socket for the client of the hub, which tries server-sent events after a failure (R-CHT-04). */
function openSocket(url: string) {
  const socket = new WebSocket(url);
  const timer = setTimeout(() => socket.close(), socketTimeoutMs);
  socket.addEventListener('open', () => clearTimeout(timer));
  return socket;
}
// The client compares the state of its socket with this constant of the constructor.
openSocket.OPEN = 1;

const options: IHttpConnectionOptions = {
  accessTokenFactory: () => storedToken() ?? '',
  transport: HttpTransportType.WebSockets | HttpTransportType.ServerSentEvents,
};

/** Creates the connection to the hub; loaded when a page connects. `nextRetryDelayInMilliseconds`: the pause before a retry. */
export const openHubConnection = (
  nextRetryDelayInMilliseconds: IRetryPolicy['nextRetryDelayInMilliseconds'],
): HubConnection =>
  new HubConnectionBuilder()
    .withUrl(hubPath, Object.assign(options, { WebSocket: openSocket }))
    .withAutomaticReconnect({ nextRetryDelayInMilliseconds })
    .configureLogging(LogLevel.None)
    .build();
