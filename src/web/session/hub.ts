import type { HubConnection } from '@microsoft/signalr';
import { hubPath, type ChangedTopic, type HubRefusal } from '#contract/realtime.ts';
import { api } from '#web/api/api.ts';
import { storedToken } from '#web/api/credentials.ts';
import { queryClient, tenantKey } from '#web/api/queries.ts';

export type HubState = 'connecting' | 'connected' | 'reconnecting' | 'closed';

/** Entries of the chat in this tab's organization, since the tab was opened. */
export type Said = { id: number; at: Date; user: string } & (
  | { kind: 'message'; message: string }
  | { kind: 'joined' }
);

type Hub = { state: HubState; said: readonly Said[] };

/** Maximum number of kept chat entries. */
const remembered = 500;
const longestPauseMs = 15_000;

let hub: Hub = { state: 'closed', said: [] };
let current: HubConnection | null = null;
const watchers = new Set<() => void>();

const show = (changed: Partial<Hub>) => {
  hub = { ...hub, ...changed };
  for (const watcher of watchers) watcher();
};

let lastId = 0;
const hear = (
  entry: { user: string } & ({ kind: 'message'; message: string } | { kind: 'joined' }),
) => {
  lastId += 1;
  show({ said: [...hub.said, { ...entry, id: lastId, at: new Date() }].slice(-remembered) });
};

/** Subscribes to the chat, for `useSyncExternalStore`. */
export const watchHub = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};
export const hubNow = () => hub;

/** Query keys to invalidate when a topic changes. */
const keysOf: Record<ChangedTopic, () => (readonly unknown[])[]> = {
  members: () => [tenantKey('members'), tenantKey('invite settings'), ['user']],
  subscription: () => [tenantKey('subscription'), ['user']],
  organization: () => [['user']],
};
const askAgain = (topics: readonly ChangedTopic[]) => {
  const keys = new Map(
    topics.flatMap((topic) => keysOf[topic]()).map((queryKey) => [queryKey.join(), queryKey]),
  );
  for (const queryKey of keys.values()) void queryClient.invalidateQueries({ queryKey });
};

/**
 * Connects this tab to the organization's group until the returned function is called. It
 * reconnects after a pause, and then invalidates everything that may have changed meanwhile.
 */
export const openHub = (tenant: string) => {
  const over = new AbortController();
  show({ state: 'connecting', said: [] });
  void connect(tenant, over.signal);
  return () => {
    over.abort();
    void current?.stop();
    current = null;
    show({ state: 'closed' });
  };
};

const connect = async (tenant: string, over: AbortSignal) => {
  const { HubConnectionBuilder, HttpTransportType, LogLevel } = await import('@microsoft/signalr');
  if (over.aborted) return;
  const connection = new HubConnectionBuilder()
    .withUrl(hubPath, {
      accessTokenFactory: () => storedToken() ?? '',
      transport: HttpTransportType.WebSockets,
    })
    .withAutomaticReconnect({ nextRetryDelayInMilliseconds: pauseBefore })
    .configureLogging(LogLevel.None)
    .build();
  current = connection;
  listen(connection, tenant);
  await start(connection, tenant, over);
};

/**
 * Starts the connection with retries: the client reconnects by itself only after a first success.
 */
const start = async (connection: HubConnection, tenant: string, over: AbortSignal) => {
  for (let tries = 0; !over.aborted; tries += 1) {
    try {
      await connection.start();
      break;
    } catch {
      askWhetherItIsOver();
      await pause(tries);
    }
  }
  if (over.aborted) return;
  await enter(connection, tenant);
  // Members who joined between the first load of the page and now caused no event here.
  void queryClient.invalidateQueries({ queryKey: tenantKey('members') });
};

const pause = (tries: number) =>
  new Promise((resolve) => setTimeout(resolve, pauseBefore({ previousRetryCount: tries })));

const pauseBefore = ({ previousRetryCount }: { previousRetryCount: number }) =>
  Math.min(500 * 2 ** previousRetryCount, longestPauseMs);

const listen = (connection: HubConnection, tenant: string) => {
  connection.on('ReceiveMessage', (user: string, message: string) => {
    hear({ kind: 'message', user, message });
  });
  connection.on('UserConnected', (user: string) => hear({ kind: 'joined', user }));
  connection.on('Changed', (topic: ChangedTopic) => askAgain([topic]));
  connection.onreconnecting(() => show({ state: 'reconnecting' }));
  connection.onreconnected(() => {
    askAgain(['members', 'subscription', 'organization']);
    void enter(connection, tenant);
  });
  connection.onclose(() => {
    if (current !== connection) return;
    show({ state: 'closed' });
    askWhetherItIsOver();
  });
};

/** Checks the session after the server closed the connection: an expired one leads to sign-in. */
const askWhetherItIsOver = () => void api.users.getCurrent().catch(() => undefined);

/**
 * Joins the organization's group, which is required to receive events. A temporary refusal (while
 * the database is down) is retried; after a lost connection the reconnect joins again.
 */
const enter = async (connection: HubConnection, tenant: string) => {
  for (let tries = 0; ; tries += 1) {
    try {
      await connection.invoke('JoinGroup', tenant);
      return show({ state: 'connected' });
    } catch (error) {
      if (!String(error).includes('realtime.unavailable' satisfies HubRefusal)) return;
      await pause(tries);
    }
  }
};

/** Sends a chat message to the organization; rejects with the hub's refusal as the error's text. */
export const say = async (tenant: string, user: string, message: string) => {
  await current?.invoke('SendMessage', tenant, user, message);
};
