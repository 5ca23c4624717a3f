import {
  notificationKinds,
  type EmailTiming,
  type NotificationKind,
  type NotificationSetting,
} from '#contract/notifications/kinds.ts';

/** Settings of a person by kind, as stored; kinds that they have not chosen are missing. */
export type StoredSettings = Partial<Record<string, NotificationSetting>>;

/** Returns how a person is notified of a kind. */
export const settingOf = (stored: unknown, kind: NotificationKind): NotificationSetting =>
  (stored as StoredSettings)[kind] ?? notificationKinds[kind].preset;

/** Returns what a notification does for a person, by their setting. */
export const deliveryOf = ({ app, email }: NotificationSetting) => ({
  isShown: app,
  isInDigest: email === 'daily',
  isMailed: email === ('immediately' satisfies EmailTiming),
});
