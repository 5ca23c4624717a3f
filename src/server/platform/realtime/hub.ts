import { Failure } from '#contract/errors.ts';
import type { HubEvent, HubError } from '#contract/realtime.ts';
import type { Database } from '#server/platform/database/database.ts';
import { sendMessage } from './chat-messages.ts';
import { Connection, type ConnectedUser } from './connection.ts';
import { Connections, streamsOf } from './connections.ts';
import { encodeEvent, hubInvocations, splitMessages, type Invocation } from './frames.ts';
import { findRights, enforceMembership, type HubRules } from './membership.ts';
import { MessageLimits } from './message-limits.ts';
import {
  parseNotification,
  publishNotification,
  publishPosted,
  type HubNotification,
} from './notifications.ts';
import type { HubTransport } from './transports.ts';
import { sendUnread } from './unread-counts.ts';

const maxConnectionsPerUser = 10;
/** Browsers open six connections to a host over HTTP/1.1: some must be left for the pages of the other tabs. */
const maxStreamsPerUser = 4;

type Logger = { warn: (details: object, message: string) => void };
type Options = HubRules & { database: Database; logger: Logger; isLimited: boolean };

/**
 * Hub of one process: its connections, their groups and the events for them. All messages pass through
 * PostgreSQL's NOTIFY, so that members on every process receive them in one order, and a removal that was
 * committed earlier takes effect before a message that was sent later (R-RTM-03).
 */
export class Hub {
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #isLimited: boolean;
  readonly #rules: HubRules;
  readonly #connections = new Connections();
  readonly #limits = new MessageLimits();
  #queue: Promise<void> = Promise.resolve();
  #isChecking = false;

  constructor({ database, logger, isLimited, operatorsNeedFactor }: Options) {
    this.#database = database;
    this.#logger = logger;
    this.#isLimited = isLimited;
    this.#rules = { operatorsNeedFactor };
  }

  /** Returns true while this user may open one more connection; `id` is that of an event stream. */
  canConnect(user: string, id?: string) {
    if (id !== undefined && this.#connections.ofId(id)) return false;
    const all = this.#connections.ofUser(user);
    const isFull = (open: Connection[], max: number) => this.#isLimited && open.length >= max;
    if (id !== undefined && isFull(streamsOf(all), maxStreamsPerUser)) return false;
    return !isFull(all, maxConnectionsPerUser);
  }

  /** Adds a connection of a user until its transport closes. */
  connect(transport: HubTransport, user: ConnectedUser, id?: string) {
    const connection = new Connection(transport, user, {
      ...(id !== undefined && { id }),
      count: this.#isLimited ? this.#limits.forSocket(user.user) : () => null,
      onInvocation: (from, invocation) => void this.invoke(from, invocation),
      onClose: (from) => this.#connections.remove(from),
    });
    this.#connections.add(connection);
  }

  countConnections = () => this.#connections.count();

  /** Passes on what the client of an event stream posted to any process. */
  async post({ user, session }: ConnectedUser, connection: string, text: string) {
    const documents = splitMessages(text);
    if (!documents) throw new Failure('validation');
    if (this.#isLimited && this.#limits.forSocket(user)(documents.length) !== null) {
      throw new Failure('tooManyRequests');
    }
    const isSent = await publishPosted(this.#database, { connection, session }, documents);
    if (!isSent) throw new Failure('tooLarge');
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
    if ((person.address ?? tenant) !== tenant) return 'realtime.notMember';
    const rights = await this.#enqueue(async () => {
      const found = await this.#findRights({ person, tenant, sends: false });
      if (found) this.#connections.join(connection, tenant, found.tenant);
      return found;
    });
    if (!rights) return 'realtime.notMember';
    if (rights.isInPerson)
      await publishNotification(this.#database, { kind: 'joined', tenant, user: person.name });
    void this.#inBackground(() => sendUnread(this.#database, tenant, [connection]));
    return null;
  }

  async #sendMessage(
    { user: person, groups }: Connection,
    tenant: string,
    message: { message: string; clientId: string | null },
  ) {
    const rights = groups.has(tenant) && (await this.#findRights({ person, tenant, sends: true }));
    if (!rights) return 'realtime.notMember';
    if (rights.refusal) return rights.refusal;
    const isSent = await sendMessage(this.#database, {
      ...message,
      tenant: rights.tenant,
      sender: person,
    });
    return isSent ? null : 'realtime.invalid';
  }

  #findRights(request: Parameters<typeof findRights>[2]) {
    return findRights(this.#database, this.#rules, request);
  }

  /** Queues a notification of a process or transaction; they are handled in the order of their commits. */
  receive(payload: string) {
    const notification = parseNotification(payload);
    if (notification) void this.#inBackground(() => this.#handle(notification));
  }

  /** Recovers from lost notifications: streams connect again, as what their clients posted may be among them. */
  async recoverNotifications(): Promise<void> {
    for (const stream of streamsOf(this.#connections.all())) stream.close({ mayReturn: true });
    await this.recheckConnections();
  }

  /** Checks all connections, a portion at a time. */
  async recheckConnections(): Promise<void> {
    this.#limits.dropIdle();
    for (const some of this.#connections.portions()) {
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
    return enforceMembership(this.#database, connections, (connection, tenant) => {
      this.#connections.leave(connection, tenant);
      connection.sendFrame(encodeEvent({ target: 'Left', arguments: [tenant] }));
    });
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
        const added = { user, message, ...stored };
        return this.#broadcast(tenant, received, { target: 'MessageAdded', arguments: [added] });
      }
      case 'unread': {
        const { tenant, users } = notification;
        const theirs = this.#connections
          .ofTenant(tenant)
          .filter(({ user }) => users.includes(user.user));
        return sendUnread(this.#database, tenant, theirs);
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
      case 'posted': {
        const stream = this.#connections.ofId(notification.connection);
        if (stream?.user.session === notification.session)
          stream.receive([JSON.stringify(notification.document)]);
        return;
      }
      case 'ended':
        return this.#enforceMembership(this.#connections.ofUser(notification.user));
    }
  }

  /** Sends events to all connections of a group, as one message. */
  #broadcast(tenant: string, ...events: HubEvent[]) {
    const frames = events.map(encodeEvent).join('');
    for (const connection of this.#connections.ofTenant(tenant)) connection.sendFrame(frames);
  }

  pingAll = () => this.#connections.pingAll();

  /** Closes all connections when the process stops; clients reconnect to another process. */
  closeAll() {
    for (const connection of this.#connections.all()) connection.close({ mayReturn: true });
  }
}
