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
  notOurProtocol,
  ping,
  readMessage,
} from './frames.ts';

/** Who holds a connection: a live session and the person behind it. */
export type Person = { session: string; user: string; name: string; tokenHash: Buffer };

type Listeners = {
  onInvocation: (connection: Connection, invocation: Invocation) => void;
  onClose: (connection: Connection) => void;
};

const handshakeMs = 5_000;
/** A client says something at least every fifteen seconds; twice missed, it is gone. */
const silenceMs = 30_000;
/** What a client that does not read may make us keep. */
const mostUnsent = 1_000_000;
/** A burst of invocations, and how fast the allowance grows back (reliability: 5 a second). */
const burst = 10;
const perMs = 5 / 1_000;

/** One client of the hub, from its handshake to its end. */
export class Connection {
  readonly person: Person;
  /** The tenants whose events it gets. */
  readonly groups = new Set<string>();
  readonly #socket: WebSocket;
  #greeted = false;
  #heardAt = performance.now();
  #allowance = burst;
  #allowanceAt = performance.now();

  constructor(socket: WebSocket, person: Person, { onInvocation, onClose }: Listeners) {
    this.#socket = socket;
    this.person = person;
    const tooLate = setTimeout(() => this.#greeted || socket.terminate(), handshakeMs);
    socket.on('message', (data, isBinary) => {
      this.#heardAt = performance.now();
      const documents = isBinary ? null : documentsOf(String(data));
      if (!documents) return this.end({ mayReturn: false });
      for (const document of documents) this.#hear(document, onInvocation);
    });
    // What is wrong with a socket also ends it.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(tooLate);
      onClose(this);
    });
  }

  #hear(document: string, onInvocation: Listeners['onInvocation']) {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    if (!this.#greeted) return this.#greet(document);
    const message = readMessage(document);
    if (!message || isClose(message)) this.end({ mayReturn: false });
    else if (isInvocation(message)) onInvocation(this, message);
  }

  #greet(document: string) {
    this.#greeted = isHandshake(document);
    this.#send(this.#greeted ? accepted : notOurProtocol);
    if (!this.#greeted) this.#socket.close(1002);
  }

  /** Takes one invocation off the allowance; false when there is none left. */
  spend(): boolean {
    const now = performance.now();
    this.#allowance = Math.min(burst, this.#allowance + (now - this.#allowanceAt) * perMs);
    this.#allowanceAt = now;
    if (this.#allowance < 1) return false;
    this.#allowance -= 1;
    return true;
  }

  /** Answers an invocation; a client that asked for no answer gets none. */
  answer({ invocationId }: Invocation, refusal?: string) {
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
