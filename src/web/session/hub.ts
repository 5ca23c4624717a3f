import type { HubConnection } from '@microsoft/signalr';
import type { ChatMessage } from '#contract/chat/chat.ts';
import { changedTopics, hubErrors, type ChangedTopic, type HubError } from '#contract/realtime.ts';
import type { User } from '#contract/users.ts';
import { api, isNavigating } from '#web/api/api.ts';
import { storedTenantId } from '#web/api/credentials.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';
import { serverNow } from '#web/ui/clock.ts';
import { cachedUser, homePath, sessionOf } from './session.ts';
import { countMessage, setUnread } from './unread.ts';

/** `blocked`: the server answers, and refuses or never gets the connection. */
export type HubState = 'connecting' | 'connected' | 'reconnecting' | 'blocked' | 'closed';

/** Member who opened the chat's organization in a window, since this tab was opened. */
export type JoinedEntry = { id: number; at: Date; user: string };

type ChatState = { state: HubState; joined: readonly JoinedEntry[] };

/** Maximum number of kept entries. */
const maxEntries = 100;
const maxDelayMs = 15_000;
/** Of one that is no member or may not enter: what it needs leads to a new connection, or is done by others. */
const maxRefusedDelayMs = 300_000;

let hub: ChatState = { state: 'closed', joined: [] };
let connectionNow: HubConnection | null = null;
/** True once events may have been missed, since the page was loaded or the group was left. */
let isBehind = false;
/** Number of the join in progress; a later one ends those before it. */
let lastJoin = 0;
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
  comments: () => [tenantQueryKey('comments')],
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
 * reconnects after a pause.
 */
export function connectHub(tenant: string) {
  const over = new AbortController();
  isBehind = false;
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
  const connection = openHubConnection(({ previousRetryCount }) => delayAfter(previousRetryCount));
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
    } catch (error) {
      isBehind = true;
      // Not in each try, as it extends a session; one that has ended is refused.
      if (hub.state === 'connecting' || isUnauthorized(error))
        checkSession(() => {
          if (tries > 0 && !over.aborted && hub.state === 'connecting')
            updateHub({ state: 'blocked' });
        });
      await pause(tries);
    }
  }
  if (!over.aborted) await joinGroup(connection, tenant);
}

const isUnauthorized = (error: unknown) => error instanceof Error && error.message.includes('401');

const delayAfter = (tries: number, maxMs = maxDelayMs) => Math.min(500 * 2 ** tries, maxMs);

const pause = (tries: number, maxMs?: number) =>
  new Promise((resolve) => setTimeout(resolve, delayAfter(tries, maxMs)));

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
  connection.on('Left', () => {
    setBehind('reconnecting');
    void joinGroup(connection, tenant);
  });
  connection.on('Changed', (topic: ChangedTopic) => invalidateTopics([topic]));
  connection.onreconnecting(() => setBehind('reconnecting'));
  connection.onreconnected(() => void joinGroup(connection, tenant));
  connection.onclose(() => {
    if (connectionNow !== connection) return;
    setBehind('closed');
    // An expired session leads to sign-in; in a renewed one the hub connects again.
    checkSession(() => {
      updateHub({ state: 'connecting' });
      void start(connection, tenant, over);
    });
  });
}

function setBehind(state: HubState) {
  isBehind = true;
  updateHub({ state });
}

/** Checks the session after a refused connection: an expired one leads to sign-in. */
const checkSession = (onValid: (user: User) => void) =>
  void api.users.getCurrent().then(onValid, () => undefined);

/**
 * Joins the organization's group, which is required to receive events, then invalidates what may have changed before. A
 * refusal is retried: soon while the database is down, ever more rarely while the person may not be in the group. After a lost
 * connection the reconnect joins again.
 */
async function joinGroup(connection: HubConnection, tenant: string) {
  const { connectionId } = connection;
  lastJoin += 1;
  const own = lastJoin;
  const isCurrent = () =>
    own === lastJoin && connectionId !== null && connection.connectionId === connectionId;
  let isRefused = false;
  for (let tries = 0; isCurrent(); tries += 1) {
    const refusal = await connection.invoke('JoinGroup', tenant).then(() => null, hubRefusalOf);
    if (!isCurrent() || refusal === 'realtime.invalid') return;
    if (refusal === null) return setJoined();
    const isMember = refusal !== 'realtime.notMember';
    if (!isMember && !isRefused && isBehind) showLostRights(tenant, isCurrent);
    isRefused ||= !isMember;
    isBehind = true;
    await pause(tries, isMember ? maxDelayMs : maxRefusedDelayMs);
  }
}

function setJoined() {
  updateHub({ state: 'connected' });
  if (isBehind) invalidateTopics(changedTopics);
  // Members who joined between the first load of the page and now caused no event here.
  else void queryClient.invalidateQueries({ queryKey: tenantQueryKey('members') });
  isBehind = false;
}

/** Shows a person that they may not enter the organization any more; who is no member of it leaves its pages. */
const showLostRights = (tenant: string, isCurrent: () => boolean) =>
  checkSession((user) => {
    // This tab may leave it by itself, and be on its way to another page.
    if (!isCurrent() || isNavigating() || storedTenantId() !== tenant) return;
    if (sessionOf(user, tenant)?.tenant.id === tenant) invalidateTopics(changedTopics);
    else window.location.assign(homePath);
  });

/** Returns the hub's refusal in its client's error; without one the hub was unreachable. */
export const hubRefusalOf = (error: unknown): HubError =>
  hubErrors.find((code) => error instanceof Error && error.message.includes(code)) ??
  'realtime.unavailable';

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
