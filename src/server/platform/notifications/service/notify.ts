import {
  notificationKinds,
  type NotificationValues,
  type NotificationKind,
} from '#contract/notifications/kinds.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db } from '#server/platform/database/query.ts';
import type { MailSender } from '#server/platform/mail/compose.ts';
import { enqueueMail, type MailMessage } from '#server/platform/mail/outbox.ts';
import {
  addressColumns,
  toMailRecipient,
  type MailRecipient,
} from '#server/platform/mail/recipient.ts';
import { unsubscribeUrl } from '#server/platform/mail/unsubscribe.ts';
import { notificationMail } from '#server/platform/notifications/mail.ts';
import { deliveryOf, settingOf } from '#server/platform/notifications/rules.ts';
import { notifyUnread } from '#server/platform/realtime/notifications.ts';

/** An organization whose members are notified. */
type NotifySender = MailSender & { tenant: { id: string } };

export type NewNotification = {
  kind: NotificationKind;
  /** Key of the event: repeating it has no effect. */
  cause: string;
  details: NotificationValues;
  /** Notifies this member only, whatever their role. */
  to?: string;
  /** Member who caused it and needs no notification. */
  except?: string | null;
  /** Builds the email, instead of that of the kind. */
  mail?: (to: MailRecipient) => MailMessage;
  /** Sends the email to all of the audience, whatever they chose: the law or a payment scheme requires it. */
  isMailRequired?: boolean;
};

/**
 * Notifies members in the transaction of the cause, as each of them has chosen: in the app, by email, or in the
 * next digest (R-NTF-02, R-NTF-03).
 */
export async function notify(
  tx: DbTransaction,
  sender: NotifySender,
  notification: NewNotification,
): Promise<void> {
  const { kind, details, isMailRequired = false } = notification;
  const recipients = await tx.all(selectRecipients(notification));
  const added = await Promise.all(
    recipients.map(async (row) => {
      const delivery = deliveryOf(settingOf(row.notification_settings, kind));
      const isNew = (await tx.run(insertFor(row.user_id, notification, delivery))) > 0;
      return isNew ? [{ row, delivery }] : [];
    }),
  );
  const build = notification.mail ?? ((to) => notificationMail(to, sender, { kind, details }));
  for (const { row, delivery } of added.flat()) {
    if (!(delivery.isMailed || isMailRequired)) continue;
    const to = toMailRecipient(row);
    const unsubscribe = unsubscribeUrl(sender.site, { kind, user: row.user_id });
    await enqueueMail(tx, build(isMailRequired ? to : { ...to, unsubscribe }));
  }
  const people = added.flat().map(({ row }) => row.user_id);
  await notifyUnread(tx, sender.tenant.id, people);
}

/** Adds the row of one recipient, unless they have it: the database returns no rows of others. */
const insertFor = (
  user: string,
  { kind, cause, details }: NewNotification,
  { isShown, isInDigest }: ReturnType<typeof deliveryOf>,
) =>
  db
    .insertInto('notifications')
    .values({
      tenant_id: scopeTenant,
      user_id: user,
      kind,
      cause,
      details: JSON.stringify(details),
      shown: isShown,
      in_digest: isInDigest,
    })
    .onConflict((conflict) => conflict.doNothing());

const selectRecipients = ({ kind, to, except }: NewNotification) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.user_id', 'users.notification_settings'])
    .select(addressColumns)
    .where('memberships.tenant_id', '=', scopeTenant)
    .where('memberships.status', '=', MemberStatus.Active)
    .$if(to === undefined, (all) =>
      all.where('memberships.role', '<=', notificationKinds[kind].audience),
    )
    .$if(to !== undefined, (all) => all.where('memberships.user_id', '=', to ?? ''))
    .$if(Boolean(except), (all) => all.where('memberships.user_id', '<>', except ?? ''))
    .orderBy('memberships.id');
