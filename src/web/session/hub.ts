import type { HubConnection } from '@microsoft/signalr';
import { hubPath, type ChangedTopic, type HubError } from '#contract/realtime.ts';
import { api } from '#web/api/api.ts';
import { storedToken } from '#web/api/credentials.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';

export type HubState = 'connecting' | 'connected' | 'reconnecting' | 'closed';

/** Entries of the chat in this tab's organization, since the tab was opened. */
export type ChatEntry = { id: number; at: Date; user: string } & (
  | { kind: 'message'; message: string }
  | { kind: 'joined' }
);

type ChatState = { state: HubState; entries: readonly ChatEntry[] };

/** Maximum number of kept chat entries. */
const maxEntries = 500;
const maxDelayMs = 15_000;

let hub: ChatState = { state: 'closed', entries: [] };
let connectionNow: HubConnection | null = null;
const listeners = new Set<() => void>();

const updateHub = (changed: Partial<ChatState>) => {
  hub = { ...hub, ...changed };
  for (const watcher of listeners) watcher();
};

let lastId = 0;
const addEntry = (
  entry: { user: string } & ({ kind: 'message'; message: string } | { kind: 'joined' }),
) => {
  lastId += 1;
  updateHub({
    entries: [...hub.entries, { ...entry, id: lastId, at: new Date() }].slice(-maxEntries),
  });
};

/** Subscribes to the chat, for `useSyncExternalStore`. */
export const subscribeToHub = (watcher: () => void) => {
  listeners.add(watcher);
  return () => listeners.delete(watcher);
};
export const getHubSnapshot = () => hub;

/** Query keys to invalidate when a topic changes. */
const queryKeysByTopic: Record<ChangedTopic, () => (readonly unknown[])[]> = {
  members: () => [
    ...['members', 'invite settings', 'usage', 'onboarding'].map((name) => tenantQueryKey(name)),
    ['user'],
  ],
  subscription: () => [
    ...['subscription', 'upcoming', 'usage', 'onboarding'].map((name) => tenantQueryKey(name)),
    ['user'],
  ],
  organization: () => [tenantQueryKey('onboarding'), ['user']],
};
/** Invalidates what a change of these topics affects. */
export const invalidateTopics = (topics: readonly ChangedTopic[]) => {
  const keys = new Map(
    topics
      .flatMap((topic) => queryKeysByTopic[topic]())
      .map((queryKey) => [queryKey.join(), queryKey]),
  );
  for (const queryKey of keys.values()) void queryClient.invalidateQueries({ queryKey });
};

/**
 * Connects this tab to the organization's group until the returned function is called. It
 * reconnects after a pause, and then invalidates everything that may have changed meanwhile.
 */
export const connectHub = (tenant: string) => {
  const over = new AbortController();
  updateHub({ state: 'connecting', entries: [] });
  void connect(tenant, over.signal);
  return () => {
    over.abort();
    void connectionNow?.stop();
    connectionNow = null;
    updateHub({ state: 'closed' });
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
  connectionNow = connection;
  listen(connection, tenant, over);
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
      checkSession();
      await pause(tries);
    }
  }
  if (over.aborted) return;
  await joinGroup(connection, tenant);
  // Members who joined between the first load of the page and now caused no event here.
  void queryClient.invalidateQueries({ queryKey: tenantQueryKey('members') });
};

const pause = (tries: number) =>
  new Promise((resolve) => setTimeout(resolve, pauseBefore({ previousRetryCount: tries })));

const pauseBefore = ({ previousRetryCount }: { previousRetryCount: number }) =>
  Math.min(500 * 2 ** previousRetryCount, maxDelayMs);

const listen = (connection: HubConnection, tenant: string, over: AbortSignal) => {
  connection.on('ReceiveMessage', (user: string, message: string) => {
    addEntry({ kind: 'message', user, message });
  });
  connection.on('UserConnected', (user: string) => addEntry({ kind: 'joined', user }));
  connection.on('Changed', (topic: ChangedTopic) => invalidateTopics([topic]));
  connection.onreconnecting(() => updateHub({ state: 'reconnecting' }));
  connection.onreconnected(() => {
    invalidateTopics(['members', 'subscription', 'organization']);
    void joinGroup(connection, tenant);
  });
  connection.onclose(() => {
    if (connectionNow !== connection) return;
    updateHub({ state: 'closed' });
    // An expired session leads to sign-in; in a renewed one the hub connects again.
    void api.users.getCurrent().then(
      () => start(connection, tenant, over),
      () => undefined,
    );
  });
};

/** Checks the session after a refused connection: an expired one leads to sign-in. */
const checkSession = () => void api.users.getCurrent().catch(() => undefined);

/**
 * Joins the organization's group, which is required to receive events. A temporary refusal (while
 * the database is down) is retried; after a lost connection the reconnect joins again.
 */
const joinGroup = async (connection: HubConnection, tenant: string) => {
  for (let tries = 0; ; tries += 1) {
    try {
      await connection.invoke('JoinGroup', tenant);
      return updateHub({ state: 'connected' });
    } catch (error) {
      if (!String(error).includes('realtime.unavailable' satisfies HubError)) return;
      await pause(tries);
    }
  }
};

/** Sends a chat message to the organization; rejects with the hub's refusal as the error's text. */
export const sendChatMessage = async (tenant: string, user: string, message: string) => {
  await connectionNow?.invoke('SendMessage', tenant, user, message);
};
