import type { HubConnection } from '@microsoft/signalr';
import { hubPath, type ChangedTopic, type HubRefusal } from '#contract/realtime.ts';
import { api } from '#web/api/api.ts';
import { storedToken } from '#web/api/credentials.ts';
import { queryClient, tenantKey } from '#web/api/queries.ts';

export type HubState = 'connecting' | 'connected' | 'reconnecting' | 'closed';

/** What was said in the organization of this tab since it was opened. */
export type Said = { id: number; at: Date; user: string } & (
  | { kind: 'message'; message: string }
  | { kind: 'joined' }
);

type Hub = { state: HubState; said: readonly Said[] };

/** The longest memory of the chat, in entries. */
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

/** For `useSyncExternalStore`. */
export const watchHub = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};
export const hubNow = () => hub;

/** What shows a topic, and must ask again when somebody changed it. */
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
 * Connects this tab to the organization's group, until the function it returns is called (section 4:
 * from login to logout). Comes back by itself after a pause, and then asks again for whatever it may
 * have missed.
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

/** The client comes back by itself only to where it has been once. */
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
  // Who came in between the page's first look and now was told to nobody here.
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

/** Ended or refused by the server: a session that is over says so here, and leads to the login. */
const askWhetherItIsOver = () => void api.users.getCurrent().catch(() => undefined);

/**
 * Joins the organization's group: until then nothing is heard. Refused for the moment (while the
 * database is away) it tries again; a connection that broke meanwhile is entered when it is back.
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

/** Says something to the organization; fails with the hub's refusal in the error's text. */
export const say = async (tenant: string, user: string, message: string) => {
  await current?.invoke('SendMessage', tenant, user, message);
};
