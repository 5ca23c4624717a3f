import type { HubConnection } from '@microsoft/signalr';
import type { ChatMessage } from '#contract/chat/chat.ts';
import type { ChangedTopic, HubError } from '#contract/realtime.ts';
import { api } from '#web/api/api.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';
import { serverNow } from '#web/ui/clock.ts';
import { cachedUser } from './session.ts';
import { countMessage, setUnread } from './unread.ts';

/** `blocked`: the server answers, and refuses or never gets the connection. */
export type HubState = 'connecting' | 'connected' | 'reconnecting' | 'blocked' | 'closed';

/** Member who opened the chat's organization in a window, since this tab was opened. */
export type JoinedEntry = { id: number; at: Date; user: string };

type ChatState = { state: HubState; joined: readonly JoinedEntry[] };

/** Maximum number of kept entries. */
const maxEntries = 100;
const maxDelayMs = 15_000;

let hub: ChatState = { state: 'closed', joined: [] };
let connectionNow: HubConnection | null = null;
const listeners = new Set<() => void>();

function updateHub(changed: Partial<ChatState>) {
  hub = { ...hub, ...changed };
  for (const watcher of listeners) watcher();
}

let lastId = 0;
function addJoined(user: string) {
  lastId += 1;
  const entry = { id: lastId, at: serverNow(), user };
  updateHub({ joined: [...hub.joined, entry].slice(-maxEntries) });
}

/** Listens to the messages of the organization as they are stored. */
export function onMessage(listener: (message: ChatMessage) => void) {
  messageListeners.add(listener);
  return () => messageListeners.delete(listener);
}
const messageListeners = new Set<(message: ChatMessage) => void>();

/** Subscribes to the chat, for `useSyncExternalStore`. */
export function subscribeToHub(watcher: () => void) {
  listeners.add(watcher);
  return () => listeners.delete(watcher);
}
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
export function invalidateTopics(topics: readonly ChangedTopic[]) {
  const keys = new Map(
    topics
      .flatMap((topic) => queryKeysByTopic[topic]())
      .map((queryKey) => [queryKey.join(), queryKey]),
  );
  for (const queryKey of keys.values()) void queryClient.invalidateQueries({ queryKey });
}

/**
 * Connects this tab to the organization's group until the returned function is called. It
 * reconnects after a pause, and then invalidates everything that may have changed meanwhile.
 */
export function connectHub(tenant: string) {
  const over = new AbortController();
  updateHub({ state: 'connecting', joined: [] });
  setUnread({ notifications: 0, messages: 0 });
  void connect(tenant, over.signal);
  return () => {
    over.abort();
    void connectionNow?.stop();
    connectionNow = null;
    updateHub({ state: 'closed' });
  };
}

async function connect(tenant: string, over: AbortSignal) {
  const { openHubConnection } = await import('./hub-client.ts');
  if (over.aborted) return;
  const connection = openHubConnection(pauseBefore);
  connectionNow = connection;
  listen(connection, tenant, over);
  await start(connection, tenant, over);
}

/**
 * Starts the connection with retries: the client reconnects by itself only after a first success.
 */
async function start(connection: HubConnection, tenant: string, over: AbortSignal) {
  for (let tries = 0; !over.aborted; tries += 1) {
    try {
      await connection.start();
      break;
    } catch {
      checkSession(() => {
        if (tries > 0 && !over.aborted && hub.state === 'connecting')
          updateHub({ state: 'blocked' });
      });
      await pause(tries);
    }
  }
  if (over.aborted) return;
  await joinGroup(connection, tenant);
  // Members who joined between the first load of the page and now caused no event here.
  void queryClient.invalidateQueries({ queryKey: tenantQueryKey('members') });
}

const pause = (tries: number) =>
  new Promise((resolve) => setTimeout(resolve, pauseBefore({ previousRetryCount: tries })));

const pauseBefore = ({ previousRetryCount }: { previousRetryCount: number }) =>
  Math.min(500 * 2 ** previousRetryCount, maxDelayMs);

function listen(connection: HubConnection, tenant: string, over: AbortSignal) {
  // Each message comes with its place and id in `MessageAdded`, too.
  connection.on('ReceiveMessage', () => undefined);
  connection.on('MessageAdded', (message: ChatMessage) => {
    if (message.userId !== cachedUser()?.id) countMessage();
    for (const listener of messageListeners) listener(message);
  });
  connection.on('Unread', (notifications: number, messages: number) => {
    setUnread({ notifications, messages });
    void queryClient.invalidateQueries({ queryKey: tenantQueryKey('notifications') });
  });
  connection.on('UserConnected', addJoined);
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
    checkSession(() => void start(connection, tenant, over));
  });
}

/** Checks the session after a refused connection: an expired one leads to sign-in. */
const checkSession = (onValid: () => void) =>
  void api.users.getCurrent().then(onValid, () => undefined);

/**
 * Joins the organization's group, which is required to receive events. A temporary refusal (while
 * the database is down) is retried; after a lost connection the reconnect joins again.
 */
async function joinGroup(connection: HubConnection, tenant: string) {
  for (let tries = 0; ; tries += 1) {
    try {
      await connection.invoke('JoinGroup', tenant);
      return updateHub({ state: 'connected' });
    } catch (error) {
      const isRefused = /realtime\.(?!unavailable)/.test(String(error));
      if (isRefused || connection.connectionId === null) return;
      await pause(tries);
    }
  }
}

/**
 * Sends a chat message to the organization; rejects with the hub's refusal as the error's text. A message with the same
 * id is stored once, however often it is sent (R-CHT-03).
 */
export async function sendChatMessage(
  tenant: string,
  { user, id, message }: { user: string; id: string; message: string },
) {
  if (!connectionNow) throw new Error('realtime.unavailable' satisfies HubError);
  await connectionNow.invoke('SendMessage', tenant, user, message, id);
}
