import { z } from 'zod';
import type { HubEvent } from '#contract/realtime.ts';

/** Record separator of SignalR's JSON protocol; it ends each document. */
const separator = '\u001E';

const handshake = z.object({ protocol: z.literal('json'), version: z.literal(1) });

/** Message types of the hub protocol. */
const kinds = {
  invocation: 1,
  streamItem: 2,
  completion: 3,
  streamInvocation: 4,
  cancelInvocation: 5,
  ping: 6,
  close: 7,
  ack: 8,
  sequence: 9,
} as const;

const invocation = z.object({
  type: z.literal(kinds.invocation),
  invocationId: z.string().max(64).optional(),
  target: z.string().max(64),
  arguments: z.array(z.unknown()).max(8),
});
/** The hub has no streaming methods; the client gets an error. */
const streamInvocation = z.object({
  type: z.literal(kinds.streamInvocation),
  invocationId: z.string().max(64),
});
const incoming = z.union([
  invocation,
  streamInvocation,
  z.object({ type: z.literal(kinds.close) }),
  // Messages for streams and resumed connections, which the hub has none of, are ignored.
  z.object({
    type: z.literal([
      kinds.ping,
      kinds.streamItem,
      kinds.completion,
      kinds.cancelInvocation,
      kinds.ack,
      kinds.sequence,
    ]),
  }),
]);

export type Invocation = z.infer<typeof invocation>;
export type Incoming = z.infer<typeof incoming>;

const frame = (message: object) => JSON.stringify(message) + separator;

export const isInvocation = (message: Incoming): message is Invocation =>
  message.type === kinds.invocation;
export const isStreamInvocation = (
  message: Incoming,
): message is z.infer<typeof streamInvocation> => message.type === kinds.streamInvocation;
export const isClose = (message: Incoming) => message.type === kinds.close;

/** Splits a WebSocket message into unparsed documents; null when it lacks the final separator. */
export const documentsOf = (text: string): string[] | null =>
  text.endsWith(separator) ? text.slice(0, -1).split(separator) : null;

/** Parses a message of the client; null when the hub does not know it. */
export const readMessage = (text: string): Incoming | null => parse(incoming, text);

/** Returns true when the client requests this protocol. */
export const isHandshake = (text: string) => parse(handshake, text) !== null;

const parse = <S extends z.ZodType>(schema: S, text: string): z.infer<S> | null => {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};

export const accepted = frame({});
export const notOurProtocol = frame({
  error: 'Only version 1 of the JSON protocol is spoken here.',
});
export const ping = frame({ type: kinds.ping });

/** Returns the close message; clients reconnect if they are allowed to. */
export const goodbye = (allowReconnect: boolean) => frame({ type: kinds.close, allowReconnect });

/** Returns the answer to an invocation: an empty result or the error code. */
export const completion = (invocationId: string, error?: string) =>
  frame({ type: kinds.completion, invocationId, ...(error ? { error } : { result: null }) });

export const event = (told: HubEvent) => frame({ type: kinds.invocation, ...told });
