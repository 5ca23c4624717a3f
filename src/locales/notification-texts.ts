import type { Role } from '#contract/access.ts';
import type { NotificationValues, NotificationKind } from '#contract/notifications/kinds.ts';
import { planLimits, type LimitKey } from '#contract/usage/limits.ts';
import type { Locale } from './locales.ts';

/** Notification as its texts need it. */
export type NotificationContent = { kind: NotificationKind; details: NotificationValues };

const roleNames = ['owner', 'admin', 'member', 'guest'] as const satisfies Record<Role, string>;

type TextKey =
  | `notifications.kinds.${NotificationKind}.${'title' | 'text'}`
  | `notifications.limits.${LimitKey}`
  | `common.role.${(typeof roleNames)[Role]}`;

type Options = {
  locale: Locale;
  organization: string;
  /** Formats a moment, as ISO 8601, as a day. */
  formatDay: (at: string | number) => string;
  translate: (key: TextKey, values: Record<string, unknown>) => string;
};

/** Returns the title and the text of a notification, for the app and for emails. */
export function notificationTexts(
  { kind, details }: NotificationContent,
  { locale, organization, formatDay, translate }: Options,
) {
  const role = (number: unknown) =>
    translate(`common.role.${roleNames[Number(number) as Role]}`, {});
  const key = details['limit'] as LimitKey;
  const figure = (value: unknown) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(
      Number(value) / planLimits[key].unit,
    );
  const written: Record<string, (value: string | number) => string> = {
    role,
    before: role,
    limit: () => translate(`notifications.limits.${key}`, {}),
    used: figure,
    included: figure,
    date: formatDay,
  };
  const values: Record<string, string> = { organization, title: titleIn(details, locale) };
  for (const [name, value] of Object.entries(details)) {
    if (value !== null && !name.startsWith('title')) {
      values[name] = written[name]?.(value) ?? String(value);
    }
  }
  return {
    title: translate(`notifications.kinds.${kind}.title`, values),
    text: translate(`notifications.kinds.${kind}.text`, values),
  };
}

/** Returns the title of an announcement, which is stored by language. */
const titleIn = (details: NotificationValues, locale: Locale) =>
  String(details[`title ${locale}`] ?? details['title pt-BR'] ?? '');
