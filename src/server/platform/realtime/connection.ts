import type { TenantId } from '#server/platform/database/database.ts';
import {
  handshakeAccepted,
  encodeCompletion,
  splitMessages,
  closeMessage,
  type Invocation,
  isClose,
  isHandshake,
  isInvocation,
  isStreamInvocation,
  handshakeRejected,
  pingMessage,
  parseMessage,
} from './frames.ts';
import { TokenBucket } from './message-limits.ts';
import type { HubTransport } from './transports.ts';

/** Session that holds a connection, and its user. */
export type ConnectedUser = {
  session: string;
  user: string;
  name: string;
  tokenHash: Buffer;
  /** Organization at whose own address the socket was opened; null at the main site. */
  address: string | null;
};

type Options = {
  id?: string;
  /** Counts messages before they are parsed; returns the limit that is exceeded, if any. */
  count: (messages: number) => 'own' | 'process' | null;
  onInvocation: (connection: Connection, invocation: Invocation) => void;
  onClose: (connection: Connection) => void;
};

const handshakeTimeoutMs = 5_000;
/** Clients send something at least every 15 seconds; one that misses two is gone. */
const idleTimeoutMs = 30_000;
/** Bytes that may be buffered for a client that does not read. */
const maxBufferedBytes = 1_000_000;
const invocationRate = { burst: 10, perSecond: 5 };

/** Connection of one client of the hub, from its handshake to its end. */
export class Connection {
  readonly user: ConnectedUser;
  /** Id by which the client posts its messages; null for a socket. */
  readonly id: string | null;
  /** Tenants whose events it receives; their ids come from the rows that proved the membership. */
  readonly groups = new Map<string, TenantId>();
  readonly #transport: HubTransport;
  #isReady = false;
  #receivedAt = performance.now();
  readonly #count: Options['count'];
  readonly #onInvocation: Options['onInvocation'];
  readonly #invocations = new TokenBucket(invocationRate);

  constructor(
    transport: HubTransport,
    person: ConnectedUser,
    { id, count, onInvocation, onClose }: Options,
  ) {
    this.#transport = transport;
    this.#count = count;
    this.#onInvocation = onInvocation;
    this.user = person;
    this.id = id ?? null;
    const handshakeTimer = setTimeout(
      () => this.#isReady || transport.terminate(),
      handshakeTimeoutMs,
    );
    transport.listen({
      onMessage: (text) => this.receive(text === null ? null : splitMessages(text)),
      onControl: () => this.#isAllowed(1),
      onClose: () => {
        clearTimeout(handshakeTimer);
        onClose(this);
      },
    });
  }

  /** Handles documents of the client; null for a message that is none of the protocol. */
  receive(documents: string[] | null) {
    this.#receivedAt = performance.now();
    if (!this.#isAllowed(documents?.length ?? 1)) return;
    if (!documents) return this.close({ mayReturn: false });
    for (const document of documents) this.#receive(document);
  }

  /** Counts messages and closes the connection when a limit is exceeded. */
  #isAllowed(messages: number): boolean {
    if (!this.#transport.isOpen) return false;
    const exceeded = this.#count(messages);
    // A client within its own limits may reconnect.
    if (exceeded !== null) this.close({ mayReturn: exceeded === 'process' });
    return exceeded === null;
  }

  #receive(document: string) {
    if (!this.#transport.isOpen) return;
    if (!this.#isReady) return this.#handshake(document);
    const message = parseMessage(document);
    if (!message || isClose(message)) this.close({ mayReturn: false });
    else if (isInvocation(message)) this.#onInvocation(this, message);
    else if (isStreamInvocation(message)) this.answer(message, 'realtime.invalid');
  }

  #handshake(document: string) {
    this.#isReady = isHandshake(document);
    this.#send(this.#isReady ? handshakeAccepted : handshakeRejected);
    if (!this.#isReady) this.#transport.close(1002);
  }

  /** Takes one invocation off the limit; returns false when none is left. */
  takeInvocation(): boolean {
    return this.#invocations.take();
  }

  /** Answers an invocation, unless the client requested no answer. */
  answer({ invocationId }: Pick<Invocation, 'invocationId'>, refusal?: string) {
    if (invocationId !== undefined) this.#send(encodeCompletion(invocationId, refusal));
  }

  /** Sends an event that is already encoded, because many connections get the same frame. */
  sendFrame(frame: string) {
    if (this.#isReady) this.#send(frame);
  }

  /** Sends a ping; terminates a connection that has been silent for too long. */
  pingOrTerminate(now: number) {
    if (now - this.#receivedAt > idleTimeoutMs) this.#transport.terminate();
    else this.sendFrame(pingMessage);
  }

  close({ mayReturn }: { mayReturn: boolean }) {
    this.sendFrame(closeMessage(mayReturn));
    this.#transport.close(mayReturn ? 1012 : 1008);
    // Don't wait for a client that never completes the close.
    setTimeout(() => this.#transport.terminate(), 1_000).unref();
  }

  #send(frame: string) {
    if (this.#transport.bufferedBytes > maxBufferedBytes) this.#transport.terminate();
    else if (this.#transport.isOpen) this.#transport.send(frame);
  }
}
