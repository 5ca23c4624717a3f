import { z } from 'zod';
import { anyone, inPerson, member, signedIn } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { pageParams } from '#contract/paging.ts';
import { id, opaqueText, timestamp } from '#contract/shapes.ts';
import { emailTimings, notificationKindNames, type NotificationKind } from './kinds.ts';

const kind = z.enum(notificationKindNames as [NotificationKind, ...NotificationKind[]]);

/** Kinds of email that a link stops: those of one kind of notification, or the daily digest. */
const unsubscribable = kind.or(z.literal('digest'));
export type Unsubscribable = z.output<typeof unsubscribable>;

export const notificationRecord = z.object({
  id,
  kind,
  /** Values of the texts of the kind. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  readAt: timestamp.nullable(),
  createdAt: timestamp,
});
export type NotificationRecord = z.output<typeof notificationRecord>;

const notificationSetting = z.object({ app: z.boolean(), email: z.enum(emailTimings) });

const settingOfKind = notificationSetting.extend({ kind });
export type SettingOfKind = z.output<typeof settingOfKind>;

const tokenParams = z.object({ token: opaqueText(200) });
const own = member({ whenReadOnly: true, inPerson: true });

export const notifications = subject('Notification', {
  getAll: {
    route: 'GET /Notification/GetAll',
    summary: 'Own notifications in the organization, newest first',
    access: member(),
    query: pageParams,
    reply: z.array(notificationRecord),
    paged: true,
  },
  markRead: {
    route: 'PUT /Notification/MarkRead/:id',
    summary: 'Mark an own notification as read',
    access: own,
  },
  markAllRead: {
    route: 'PUT /Notification/MarkAllRead/:id',
    summary: 'Mark an own notification and all older ones as read',
    access: own,
  },
  getSettings: {
    route: 'GET /Notification/GetSettings',
    summary: 'How the person is notified, by kind',
    access: signedIn,
    reply: z.array(settingOfKind),
  },
  updateSetting: {
    route: 'PUT /Notification/UpdateSetting/:kind',
    summary: 'Choose how to be notified of a kind',
    access: inPerson,
    params: z.object({ kind }),
    body: notificationSetting,
    reply: settingOfKind,
  },
  getUnsubscription: {
    route: 'GET /Notification/GetUnsubscription/:token',
    summary: 'The emails that a link of an email stops; changes nothing',
    access: anyone,
    limit: 'token',
    params: tokenParams,
    reply: z.object({ kind: unsubscribable }),
  },
  unsubscribe: {
    route: 'POST /Notification/Unsubscribe/:token',
    summary: 'Stop emails by a link of an email, without signing in',
    access: anyone,
    limit: 'token',
    params: tokenParams,
    ignoresBody: true,
    reply: z.object({ kind: unsubscribable }),
  },
});
