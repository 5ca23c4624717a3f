import { setImmediate } from 'node:timers/promises';
import { hubInvocations, type HubEvent, type HubError } from '#contract/realtime.ts';
import type { Database } from '#server/database/database.ts';
import { countUnread, sendMessage } from './chat-messages.ts';
import type { Connection } from './connection.ts';
import { Connections } from './connections.ts';
import { encodeEvent, type Invocation } from './frames.ts';
import { findRights, enforceMembership } from './membership.ts';
import { MessageLimits } from './message-limits.ts';
import { parseNotification, publishNotification, type HubNotification } from './notifications.ts';

const maxSocketsPerUser = 10;
/** Connections that are checked or pinged at a time; messages wait no longer than for these. */
const portion = 100;

type Logger = { warn: (details: object, message: string) => void };
type Options = { database: Database; logger: Logger; isLimited: boolean };

/**
 * Hub of one process: its connections, their groups and the events for them. All messages pass through
 * PostgreSQL's NOTIFY, so that members on every process receive them in one order, and a removal that was
 * committed earlier takes effect before a message that was sent later (R-RTM-03).
 */
export class Hub {
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #isLimited: boolean;
  readonly #connections = new Connections();
  readonly #limits = new MessageLimits();
  #queue: Promise<void> = Promise.resolve();
  #isChecking = false;

  constructor({ database, logger, isLimited }: Options) {
    this.#database = database;
    this.#logger = logger;
    this.#isLimited = isLimited;
  }

  /** Returns true while this user may open one more connection. */
  canConnect(user: string) {
    return !this.#isLimited || this.#connections.ofUser(user).length < maxSocketsPerUser;
  }

  /** Returns a counter for the messages of a new connection of this user. */
  counterFor(user: string): ReturnType<MessageLimits['forSocket']> {
    return this.#isLimited ? this.#limits.forSocket(user) : () => null;
  }

  add(connection: Connection) {
    this.#connections.add(connection);
  }

  remove(connection: Connection) {
    this.#connections.remove(connection);
  }

  async invoke(connection: Connection, invocation: Invocation) {
    const refusal = await this.#run(connection, invocation).catch((error: unknown) => {
      this.#logger.warn({ err: error }, 'hub message failed');
      return 'realtime.unavailable' as const;
    });
    connection.answer(invocation, refusal ?? undefined);
  }

  async #run(connection: Connection, { target, arguments: given }: Invocation) {
    if (this.#isLimited && !connection.takeInvocation()) return 'realtime.tooFast';
    switch (target) {
      case 'JoinGroup': {
        const [tenant] = hubInvocations.JoinGroup.safeParse(given).data ?? [];
        return tenant ? this.#join(connection, tenant.toLowerCase()) : 'realtime.invalid';
      }
      case 'LeaveGroup': {
        const [tenant] = hubInvocations.LeaveGroup.safeParse(given).data ?? [];
        this.#connections.leave(connection, tenant?.toLowerCase() ?? '');
        return tenant ? null : 'realtime.invalid';
      }
      case 'SendMessage': {
        const [tenant, , message, clientId = null] =
          hubInvocations.SendMessage.safeParse(given).data ?? [];
        if (!tenant || !message) return 'realtime.invalid';
        return this.#sendMessage(connection, tenant.toLowerCase(), { message, clientId });
      }
      default:
        return 'realtime.invalid';
    }
  }

  /**
   * Joins through the queue of notifications: a removal committed before the check is seen by it, and the
   * notification of a later one finds the connection in the group (R-RTM-03).
   */
  async #join(connection: Connection, tenant: string): Promise<HubError | null> {
    const { user: person } = connection;
    if (person.address !== null && person.address !== tenant) return 'realtime.notMember';
    const joined = await this.#enqueue(async () => {
      const rights = await findRights(this.#database, person, tenant);
      if (rights) this.#connections.join(connection, tenant, rights.tenant);
      return rights !== null;
    });
    if (!joined) return 'realtime.notMember';
    await publishNotification(this.#database, { kind: 'joined', tenant, user: person.name });
    void this.#inBackground(() => this.#sendUnread(tenant, [connection]));
    return null;
  }

  async #sendMessage(
    { user: person, groups }: Connection,
    tenant: string,
    message: { message: string; clientId: string | null },
  ) {
    const rights = groups.has(tenant) && (await findRights(this.#database, person, tenant));
    if (!rights) return 'realtime.notMember';
    if (!rights.maySend) return 'realtime.readOnly';
    const isSent = await sendMessage(this.#database, {
      ...message,
      tenant: rights.tenant,
      sender: person,
    });
    return isSent ? null : 'realtime.invalid';
  }

  /** Queues a notification of a process or transaction; they are handled in the order of their commits. */
  receive(payload: string) {
    const notification = parseNotification(payload);
    if (notification) void this.#inBackground(() => this.#handle(notification));
  }

  /** Checks all connections, a portion at a time, after notifications may have been lost. */
  async recheckConnections(): Promise<void> {
    this.#limits.dropIdle();
    for (const some of portionsOf(this.#connections.all())) {
      await this.#inBackground(() => this.#enforceMembership(some));
    }
  }

  /** Checks all connections, as an expiring session causes no notification, unless the last check is still running. */
  async recheckUnlessBusy(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    await this.recheckConnections();
    this.#isChecking = false;
  }

  #enforceMembership(connections: readonly Connection[]) {
    return enforceMembership(this.#database, connections, (connection, tenant) =>
      this.#connections.leave(connection, tenant),
    );
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  async #inBackground(work: () => Promise<void>) {
    await this.#enqueue(work).catch((error: unknown) => {
      this.#logger.warn({ err: error }, 'hub session check failed');
    });
  }

  async #handle(notification: HubNotification) {
    switch (notification.kind) {
      case 'message': {
        const { tenant, user, message, stored } = notification;
        const received: HubEvent = { target: 'ReceiveMessage', arguments: [user, message] };
        if (!stored) return this.#broadcast(tenant, received);
        const added = { user, message, ...stored };
        return this.#broadcast(tenant, received, { target: 'MessageAdded', arguments: [added] });
      }
      case 'unread': {
        const { tenant, users } = notification;
        const theirs = this.#connections
          .ofTenant(tenant)
          .filter(({ user }) => users.includes(user.user));
        return this.#sendUnread(tenant, theirs);
      }
      case 'joined': {
        const { tenant, user } = notification;
        return this.#broadcast(tenant, { target: 'UserConnected', arguments: [user] });
      }
      case 'changed': {
        const { tenant, topic } = notification;
        if (topic === 'members' || topic === 'organization')
          await this.#enforceMembership(this.#connections.ofTenant(tenant));
        return this.#broadcast(tenant, { target: 'Changed', arguments: [topic] });
      }
      case 'ended':
        return this.#enforceMembership(this.#connections.ofUser(notification.user));
    }
  }

  /** Sends each connection the unread counts of its user. */
  async #sendUnread(tenant: string, connections: readonly Connection[]) {
    const id = connections[0]?.groups.get(tenant);
    if (id === undefined) return;
    const users = [...new Set(connections.map(({ user }) => user.user))];
    const counts = await countUnread(this.#database, id, users);
    for (const connection of connections) {
      const unread = counts.get(connection.user.user);
      if (!unread || !connection.groups.has(tenant)) continue;
      const { notifications, messages } = unread;
      connection.sendFrame(encodeEvent({ target: 'Unread', arguments: [notifications, messages] }));
    }
  }

  /** Sends events to all connections of a group, as one WebSocket message. */
  #broadcast(tenant: string, ...events: HubEvent[]) {
    const frames = events.map(encodeEvent).join('');
    for (const connection of this.#connections.ofTenant(tenant)) connection.sendFrame(frames);
  }

  /** Pings all connections, a portion in each iteration of the event loop. */
  async pingAll(): Promise<void> {
    for (const some of portionsOf(this.#connections.all())) {
      const now = performance.now();
      for (const connection of some) connection.pingOrTerminate(now);
      await setImmediate();
    }
  }

  /** Closes all connections when the process stops; clients reconnect to another process. */
  closeAll() {
    for (const connection of this.#connections.all()) connection.close({ mayReturn: true });
  }
}

function* portionsOf(all: readonly Connection[]) {
  for (let start = 0; start < all.length; start += portion) yield all.slice(start, start + portion);
}
