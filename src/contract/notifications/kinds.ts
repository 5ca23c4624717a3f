import { Role } from '#contract/access.ts';

/** How a person gets emails of a kind. */
export const emailTimings = ['immediately', 'daily', 'never'] as const;
export type EmailTiming = (typeof emailTimings)[number];

/** How a person is notified of a kind. */
export type NotificationSetting = { app: boolean; email: EmailTiming };

type NotificationKindDeclaration = {
  /** Members with at least this role are notified, except where the cause names the person. */
  audience: Role;
  /** Page that the notification opens. */
  link: `/app/${string}`;
  /** Setting of a person who has not chosen one. */
  preset: NotificationSetting;
};

const members = '/app/settings/organization/members';
const subscription = '/app/settings/organization/subscription';
const inApp = (email: EmailTiming): NotificationSetting => ({ app: true, email });

/**
 * Kinds of notifications: one declaration for recipients, page, preset and preferences. The texts are
 * `notifications.kinds.<kind>` (R-NTF-01).
 */
export const notificationKinds = {
  invitationAccepted: { audience: Role.Admin, link: members, preset: inApp('never') },
  joinedByLink: { audience: Role.Admin, link: members, preset: inApp('never') },
  joinRequested: { audience: Role.Admin, link: members, preset: inApp('immediately') },
  roleChanged: {
    audience: Role.Guest,
    link: '/app/settings/profile',
    preset: inApp('immediately'),
  },
  secondFactorRequired: {
    audience: Role.Guest,
    link: '/app/settings/profile/security',
    preset: inApp('immediately'),
  },
  limitNear: { audience: Role.Admin, link: subscription, preset: inApp('immediately') },
  limitReached: { audience: Role.Admin, link: subscription, preset: inApp('immediately') },
  trialEnding: { audience: Role.Admin, link: subscription, preset: inApp('immediately') },
  paymentFailed: { audience: Role.Admin, link: subscription, preset: inApp('immediately') },
  exportFinished: {
    audience: Role.Admin,
    link: '/app/settings/organization/audit',
    preset: inApp('never'),
  },
  webhookDisabled: {
    audience: Role.Admin,
    link: '/app/settings/organization/webhooks',
    preset: inApp('immediately'),
  },
  keysStopped: {
    audience: Role.Admin,
    link: '/app/settings/organization/api-keys',
    preset: inApp('immediately'),
  },
  mentioned: { audience: Role.Guest, link: '/app/transactions', preset: inApp('immediately') },
  announcement: { audience: Role.Guest, link: '/app/dashboard', preset: inApp('never') },
} as const satisfies Record<string, NotificationKindDeclaration>;
export type NotificationKind = keyof typeof notificationKinds;

export const notificationKindNames = Object.keys(notificationKinds) as NotificationKind[];

export const isNotificationKind = (name: string): name is NotificationKind =>
  Object.hasOwn(notificationKinds, name);

/** Values of the texts of a notification; `record` is the id of the record that it opens. */
export type NotificationValues = Record<string, string | number | null>;

/** Returns the page that a notification opens: that of its record, if it names one. */
export const notificationLink = (kind: NotificationKind, { record }: NotificationValues) =>
  `${notificationKinds[kind].link}${record ? `/${record}` : ''}`;
