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

/** Milliseconds in which a transport opens; a proxy may neither open nor refuse it. */
const openTimeoutMs = 10_000;

/** Opens a socket for the client of the hub, which tries server-sent events after a failure (R-CHT-04). */
function openSocket(url: string) {
  const socket = new WebSocket(url);
  const timer = setTimeout(() => socket.close(), openTimeoutMs);
  socket.addEventListener('open', () => clearTimeout(timer));
  return socket;
}
// The client compares the state of its socket with this constant of the constructor.
openSocket.OPEN = 1;

/** Opens an event stream for the client of the hub; it fails like a refused one if a proxy holds back its beginning. */
function openStream(url: string, init: EventSourceInit) {
  const stream = new EventSource(url, init);
  const timer = setTimeout(() => {
    stream.close();
    stream.dispatchEvent(new Event('error'));
  }, openTimeoutMs);
  stream.addEventListener('open', () => clearTimeout(timer));
  return stream;
}

const options: IHttpConnectionOptions = {
  accessTokenFactory: () => storedToken() ?? '',
  transport: HttpTransportType.WebSockets | HttpTransportType.ServerSentEvents,
};

/** Creates the connection to the hub; loaded when a page connects. `nextRetryDelayInMilliseconds`: the pause before a retry. */
export const openHubConnection = (
  nextRetryDelayInMilliseconds: IRetryPolicy['nextRetryDelayInMilliseconds'],
): HubConnection =>
  new HubConnectionBuilder()
    .withUrl(hubPath, Object.assign(options, { WebSocket: openSocket, EventSource: openStream }))
    .withAutomaticReconnect({ nextRetryDelayInMilliseconds })
    .configureLogging(LogLevel.None)
    .build();
