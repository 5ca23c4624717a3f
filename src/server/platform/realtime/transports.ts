import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { WebSocket } from 'ws';

/** Handlers of what happens on a transport. */
type TransportHandlers = {
  /** Receives a message; null for one that is no text. */
  onMessage: (text: string | null) => void;
  /** Receives a control frame, which counts as a message. */
  onControl: () => void;
  onClose: () => void;
};

/** Transport of one connection: what SignalR's WebSocket and event stream have in common. */
export type HubTransport = {
  readonly isOpen: boolean;
  /** Bytes that wait for a client that does not read. */
  readonly bufferedBytes: number;
  listen(handlers: TransportHandlers): void;
  send(frame: string): void;
  /** Closes it after what was sent, with a status of the WebSocket protocol. */
  close(status: number): void;
  terminate(): void;
};

/** Returns the transport over a WebSocket. */
export const socketTransport = (socket: WebSocket): HubTransport => ({
  get isOpen() {
    return socket.readyState === WebSocket.OPEN;
  },
  get bufferedBytes() {
    return socket.bufferedAmount;
  },
  listen: ({ onMessage, onControl, onClose }) => {
    socket.on('message', (data, isBinary) => onMessage(isBinary ? null : String(data)));
    for (const control of ['ping', 'pong'] as const) socket.on(control, onControl);
    // An error of a socket is always followed by `close`.
    socket.on('error', () => undefined);
    socket.once('close', onClose);
  },
  send: (frame) => socket.send(frame),
  close: (status) => socket.close(status),
  terminate: () => socket.terminate(),
});

/** Answers a request with an event stream and returns it as a transport; its client posts its messages. */
export function streamTransport(reply: FastifyReply): HubTransport {
  const stream = new PassThrough();
  // nginx would hold events back until its buffer is full.
  void reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
  // A comment: the client takes the stream for open only when its first bytes arrive.
  stream.write(':\n\n');
  return {
    get isOpen() {
      return !stream.writableEnded && !reply.raw.destroyed;
    },
    get bufferedBytes() {
      return stream.writableLength + stream.readableLength + reply.raw.writableLength;
    },
    listen: ({ onClose }) => {
      // A client that left while it was admitted causes no event any more.
      if (reply.raw.destroyed) setImmediate(onClose);
      else reply.raw.once('close', onClose);
    },
    send: (frame) => void stream.write(`data: ${frame}\n\n`),
    close: () => void stream.end(),
    terminate: () => void reply.raw.destroy(),
  };
}
