import { z } from 'zod';
import { member } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { pageParams } from '#contract/paging.ts';
import { id, timestamp } from '#contract/shapes.ts';

/** Place of a message in the order of its organization, which is the same everywhere. */
export const position = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** A message of the chat, as stored. */
export const chatMessage = z.object({
  position,
  userId: id,
  /** Name of the sender when they sent it. */
  user: z.string(),
  message: z.string(),
  /** Id that the client chose, by which a repeated message is stored once. */
  clientId: id.nullable(),
  at: timestamp,
});
export type ChatMessage = z.output<typeof chatMessage>;

export const storedChatMessage = chatMessage.extend({
  /** True if another member sent it and the caller has not seen it yet. */
  unread: z.boolean(),
});
export type StoredChatMessage = z.output<typeof storedChatMessage>;

export const chat = subject('Chat', {
  getMessages: {
    route: 'GET /Chat/GetMessages',
    summary: 'Messages of the organization, newest first',
    access: member(),
    query: pageParams,
    reply: z.array(storedChatMessage),
    paged: true,
  },
  markRead: {
    route: 'PUT /Chat/MarkRead/:position',
    summary: 'Mark the messages up to a position as seen',
    access: member({ whenReadOnly: true, inPerson: true }),
    params: z.object({ position }),
  },
});
