import { z } from 'zod';
import { maxMessageLength, type HubEvent } from '#contract/realtime.ts';

// PostgreSQL stores no U+0000.
const message = z
  .string()
  .trim()
  .min(1)
  .max(maxMessageLength)
  .refine((text) => !text.includes('\u0000'));

/**
 * Invocations of clients with their arguments; the hub takes the sender's name from the session.
 */
export const hubInvocations = {
  JoinGroup: z.tuple([z.uuid()]),
  LeaveGroup: z.tuple([z.uuid()]),
  /** The last argument is optional: an id by which a message that is sent again is stored once (R-CHT-03). */
  SendMessage: z.tuple([z.uuid(), z.string(), message, z.uuid().nullish()]),
} as const;

/** Record separator of SignalR's JSON protocol; it ends each document. */
const separator = '\u001E';

const handshake = z.object({ protocol: z.literal('json'), version: z.literal(1) });

const messageTypes = {
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
  type: z.literal(messageTypes.invocation),
  invocationId: z.string().max(64).optional(),
  target: z.string().max(64),
  arguments: z.array(z.unknown()).max(8),
});
/** The hub has no streaming methods; the client gets an error. */
const streamInvocation = z.object({
  type: z.literal(messageTypes.streamInvocation),
  invocationId: z.string().max(64),
});
const incoming = z.union([
  invocation,
  streamInvocation,
  z.object({ type: z.literal(messageTypes.close) }),
  // Messages for streams and resumed connections, which the hub has none of, are ignored.
  z.object({
    type: z.literal([
      messageTypes.ping,
      messageTypes.streamItem,
      messageTypes.completion,
      messageTypes.cancelInvocation,
      messageTypes.ack,
      messageTypes.sequence,
    ]),
  }),
]);

export type Invocation = z.infer<typeof invocation>;
export type ClientMessage = z.infer<typeof incoming>;

const frame = (message: object) => JSON.stringify(message) + separator;

export const isInvocation = (message: ClientMessage): message is Invocation =>
  message.type === messageTypes.invocation;
export const isStreamInvocation = (
  message: ClientMessage,
): message is z.infer<typeof streamInvocation> => message.type === messageTypes.streamInvocation;
export const isClose = (message: ClientMessage) => message.type === messageTypes.close;

/** Splits a WebSocket message into unparsed documents; null when it lacks the final separator. */
export const splitMessages = (text: string): string[] | null =>
  text.endsWith(separator) ? text.slice(0, -1).split(separator) : null;

/** Parses a message of the client; null when the hub does not know it. */
export const parseMessage = (text: string): ClientMessage | null => parse(incoming, text);

/** Returns true when the client requests this protocol. */
export const isHandshake = (text: string) => parse(handshake, text) !== null;

/** Parses JSON; null for anything else, which is no message. */
export function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const parse = <S extends z.ZodType>(schema: S, text: string): z.infer<S> | null =>
  schema.safeParse(parseDocument(text)).data ?? null;

export const handshakeAccepted = frame({});
export const handshakeRejected = frame({
  error: 'Only version 1 of the JSON protocol is spoken here.',
});
export const pingMessage = frame({ type: messageTypes.ping });

/** Returns the close message; clients reconnect if they are allowed to. */
export const closeMessage = (allowReconnect: boolean) =>
  frame({ type: messageTypes.close, allowReconnect });

/** Returns the answer to an invocation: an empty result or the error code. */
export const encodeCompletion = (invocationId: string, error?: string) =>
  frame({ type: messageTypes.completion, invocationId, ...(error ? { error } : { result: null }) });

export const encodeEvent = (event: HubEvent) => frame({ type: messageTypes.invocation, ...event });
