import { z } from 'zod';

/** Where the hub is; SignalR's JSON protocol over WebSocket (specification, section 7). */
export const hubPath = '/hub';

/** The longest message of the chat, in characters. */
export const longestMessage = 2_000;

const message = z.string().trim().min(1).max(longestMessage);

/** What clients invoke, with their arguments; the sender's name is the session's, whatever is said. */
export const invocations = {
  JoinGroup: z.tuple([z.uuid()]),
  LeaveGroup: z.tuple([z.uuid()]),
  SendMessage: z.tuple([z.uuid(), z.string(), message]),
} as const;

/** What of an organization somebody changed, so that screens that show it ask again. */
export const changedTopics = ['members', 'subscription', 'organization'] as const;
export type ChangedTopic = (typeof changedTopics)[number];

/** What the hub tells a group; the arguments of each event. */
export type HubEvents = {
  ReceiveMessage: [user: string, message: string];
  UserConnected: [name: string];
  /** Ours: screens refresh without a reload. */
  Changed: [topic: ChangedTopic];
};
export type HubEvent = {
  [E in keyof HubEvents]: { target: E; arguments: HubEvents[E] };
}[keyof HubEvents];

/** Why the hub refused an invocation: the error text of its completion. */
export const hubRefusals = [
  'realtime.invalid',
  'realtime.notMember',
  'realtime.tooFast',
  'realtime.unavailable',
] as const;
export type HubRefusal = (typeof hubRefusals)[number];
