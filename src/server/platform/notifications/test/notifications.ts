import { Role } from '#contract/access.ts';
import type { NotificationKind, NotificationSetting } from '#contract/notifications/kinds.ts';
import type {
  TestOrganizationMember,
  TestPerson,
} from '#server/identity/members/test/organizations.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import { mailSiteOf } from '#server/platform/mail/compose.ts';
import { notify, type NewNotification } from '#server/platform/notifications/service/notify.ts';
import { notificationTasks } from '#server/platform/notifications/service/tasks.ts';
import type { TestApplication } from '#server/test/application.ts';

/** Returns what tests of notifications need of a product. */
export const notificationTools = ({ open, context }: TestApplication) => {
  const tasks = notificationTasks(open.owner, context);
  /** Runs a task of this module; `killed` as in a process that stops. */
  const run = (name: keyof typeof tasks, { killed = false } = {}) => {
    const signal = killed ? AbortSignal.abort() : new AbortController().signal;
    return tasks[name]({}, { attempt: 1, signal });
  };
  /** Notifies the members of an organization. */
  const send = (tenant: string, more: Partial<NewNotification> = {}) =>
    context.database.tenant(tenant as TenantId, async (tx) => {
      const row = await tx.one(db.selectFrom('tenants').selectAll());
      await notify(
        tx,
        { tenant: row, site: mailSiteOf(context) },
        {
          kind: 'joinedByLink',
          cause: crypto.randomUUID(),
          details: { person: 'Caio Lima', role: Role.Member },
          ...more,
        },
      );
    });
  /** Returns the emails to an address, oldest first, with their addresses for List-Unsubscribe. */
  const mailsTo = async (email: string) =>
    (
      await open.owner.query<{ subject: string; url: string | null; text: string }>(
        `select subject, unsubscribe_url as url, text from emails where recipient = $1 order by id`,
        [email],
      )
    ).rows;
  return { run, send, mailsTo };
};

export const listOf = async ({ api }: Pick<TestOrganizationMember, 'api'>) =>
  (await api.notifications.getAll()).items;

/** Changes how a person is notified of a kind. */
export const choose = ({ api }: TestPerson, kind: NotificationKind, body: NotificationSetting) =>
  api.notifications.updateSetting({ params: { kind }, body });
