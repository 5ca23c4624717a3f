import { z } from 'zod';
import type { HubEvent } from '#contract/realtime.ts';

/** SignalR's JSON protocol: documents of one line each, ended by this character. */
const separator = '\u001E';

const handshake = z.object({ protocol: z.literal('json'), version: z.literal(1) });

/** The types of message of the hub protocol. */
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
/** No method of the hub streams; the client is told so. */
const streamInvocation = z.object({
  type: z.literal(kinds.streamInvocation),
  invocationId: z.string().max(64),
});
const incoming = z.union([
  invocation,
  streamInvocation,
  z.object({ type: z.literal(kinds.close) }),
  // What belongs to streams and to connections that resume, which there are none of, is ignored.
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

/** The documents of one WebSocket message, unparsed; null when it does not end as one must. */
export const documentsOf = (text: string): string[] | null =>
  text.endsWith(separator) ? text.slice(0, -1).split(separator) : null;

/** A message of the client; null when it is none that the hub knows. */
export const readMessage = (text: string): Incoming | null => parse(incoming, text);

/** Whether the client asks for this protocol. */
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

/** The last word: clients that may come back try to. */
export const goodbye = (allowReconnect: boolean) => frame({ type: kinds.close, allowReconnect });

/** The answer to an invocation: nothing, or why it was refused. */
export const completion = (invocationId: string, error?: string) =>
  frame({ type: kinds.completion, invocationId, ...(error ? { error } : { result: null }) });

export const event = (told: HubEvent) => frame({ type: kinds.invocation, ...told });
