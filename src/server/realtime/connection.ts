import { WebSocket } from 'ws';
import {
  accepted,
  completion,
  documentsOf,
  goodbye,
  type Invocation,
  isClose,
  isHandshake,
  isInvocation,
  isStreamInvocation,
  notOurProtocol,
  ping,
  readMessage,
} from './frames.ts';
import { TokenBucket } from './token-bucket.ts';

/** Who holds a connection: a live session and the person behind it. */
export type Person = { session: string; user: string; name: string; tokenHash: Buffer };

type Options = {
  /** Counts messages before they are read: whose allowance is used up, if any is. */
  count: (messages: number) => 'own' | 'process' | null;
  onInvocation: (connection: Connection, invocation: Invocation) => void;
  onClose: (connection: Connection) => void;
};

const handshakeMs = 5_000;
/** A client says something at least every fifteen seconds; twice missed, it is gone. */
const silenceMs = 30_000;
/** What a client that does not read may make us keep. */
const mostUnsent = 1_000_000;
/** Invocations that are carried out. */
const invocationRate = { burst: 10, perSecond: 5 };

/** One client of the hub, from its handshake to its end. */
export class Connection {
  readonly person: Person;
  /** The tenants whose events it gets. */
  readonly groups = new Set<string>();
  readonly #socket: WebSocket;
  #greeted = false;
  #heardAt = performance.now();
  readonly #count: Options['count'];
  readonly #invocations = new TokenBucket(invocationRate);

  constructor(socket: WebSocket, person: Person, { count, onInvocation, onClose }: Options) {
    this.#socket = socket;
    this.#count = count;
    this.person = person;
    const tooLate = setTimeout(() => this.#greeted || socket.terminate(), handshakeMs);
    socket.on('message', (data, isBinary) => {
      this.#heardAt = performance.now();
      if (socket.readyState !== WebSocket.OPEN) return;
      const documents = isBinary ? null : documentsOf(String(data));
      if (!this.#isAllowed(documents?.length ?? 1)) return;
      if (!documents) return this.end({ mayReturn: false });
      for (const document of documents) this.#hear(document, onInvocation);
    });
    for (const control of ['ping', 'pong'] as const) socket.on(control, () => this.#isAllowed(1));
    // What is wrong with a socket also ends it.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(tooLate);
      onClose(this);
    });
  }

  /** Counts what came; ends the connection when it is more than is allowed. */
  #isAllowed(messages: number): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN) return false;
    const exceeded = this.#count(messages);
    // One that sent no more than others may come back.
    if (exceeded !== null) this.end({ mayReturn: exceeded === 'process' });
    return exceeded === null;
  }

  #hear(document: string, onInvocation: Options['onInvocation']) {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    if (!this.#greeted) return this.#greet(document);
    const message = readMessage(document);
    if (!message || isClose(message)) this.end({ mayReturn: false });
    else if (isInvocation(message)) onInvocation(this, message);
    else if (isStreamInvocation(message)) this.answer(message, 'realtime.invalid');
  }

  #greet(document: string) {
    this.#greeted = isHandshake(document);
    this.#send(this.#greeted ? accepted : notOurProtocol);
    if (!this.#greeted) this.#socket.close(1002);
  }

  /** Takes one invocation off the allowance; false when there is none left. */
  spend(): boolean {
    return this.#invocations.take();
  }

  /** Answers an invocation; a client that asked for no answer gets none. */
  answer({ invocationId }: Pick<Invocation, 'invocationId'>, refusal?: string) {
    if (invocationId !== undefined) this.#send(completion(invocationId, refusal));
  }

  /** Sends an event, already made into a frame where many get the same. */
  tell(frame: string) {
    if (this.#greeted) this.#send(frame);
  }

  /** A sign of life; ends a connection that has given none for too long. */
  beat(now: number) {
    if (now - this.#heardAt > silenceMs) this.#socket.terminate();
    else this.tell(ping);
  }

  /** Says goodbye and closes. */
  end({ mayReturn }: { mayReturn: boolean }) {
    this.tell(goodbye(mayReturn));
    this.#socket.close(mayReturn ? 1012 : 1008);
    // One that does not answer the goodbye is not waited for.
    setTimeout(() => this.#socket.terminate(), 1_000).unref();
  }

  #send(frame: string) {
    if (this.#socket.bufferedAmount > mostUnsent) this.#socket.terminate();
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(frame);
  }
}
