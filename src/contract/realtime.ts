import type { ChatMessage } from './chat/chat.ts';

/** Path of the hub; it speaks SignalR's JSON protocol over WebSocket (R-RTM-01). */
export const hubPath = '/hub';

/** Maximum length of a chat message in characters (R-RTM-02). */
export const maxMessageLength = 2_000;

/** Topics of change notifications; screens that show one refetch it. */
export const changedTopics = ['members', 'subscription', 'organization', 'comments'] as const;
export type ChangedTopic = (typeof changedTopics)[number];

/** Events that the hub sends to a group, with their arguments. */
export type HubEvents = {
  ReceiveMessage: [user: string, message: string];
  UserConnected: [name: string];
  /** To one that lost the right to be in the group; it joins again when it has it again (R-RTM-03). */
  Left: [tenant: string];
  /** The message of `ReceiveMessage`, as stored. */
  MessageAdded: [message: ChatMessage];
  /** Own unread notifications and messages, after joining and when they change; 100 is the maximum. */
  Unread: [notifications: number, messages: number];
  /** Not part of the chat: makes screens refetch. */
  Changed: [topic: ChangedTopic];
};
export type HubEvent = {
  [E in keyof HubEvents]: { target: E; arguments: HubEvents[E] };
}[keyof HubEvents];

/** Refusals of an invocation: the error text of its completion message. */
export const hubErrors = [
  'billing.readOnly',
  'realtime.invalid',
  'realtime.notMember',
  'realtime.readOnly',
  'realtime.tooFast',
  'realtime.unavailable',
] as const;
export type HubError = (typeof hubErrors)[number];
