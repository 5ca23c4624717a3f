import { Failure } from '#contract/errors.ts';
import {
  notificationKindNames,
  type NotificationKind,
  type NotificationSetting,
} from '#contract/notifications/kinds.ts';
import type { SettingOfKind, Unsubscribable } from '#contract/notifications/notifications.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Database, DbTransaction } from '#server/platform/database/database.ts';
import { db, orNotFound, sql } from '#server/platform/database/query.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { readUnsubscribeToken } from '#server/platform/mail/unsubscribe.ts';
import { settingOf } from '#server/platform/notifications/rules.ts';

/** Lists how the caller is notified, by kind (R-NTF-05). */
export const listSettings = (database: Database, { user }: AuthSession): Promise<SettingOfKind[]> =>
  database.account({ id: user }, async (tx) => {
    const stored = await readSettings(tx, user);
    return notificationKindNames.map((kind) => ({ kind, ...settingOf(stored, kind) }));
  });

type Choice = { kind: NotificationKind; setting: NotificationSetting };

/** Changes how the caller is notified of a kind; other kinds stay, whatever changes them meanwhile. */
export const updateSetting = (
  database: Database,
  { user }: AuthSession,
  { kind, setting }: Choice,
): Promise<SettingOfKind> =>
  database.account({ id: user }, async (tx) => {
    await mergeSettings(tx, user, { [kind]: setting });
    return { kind, ...setting };
  });

/** Returns what a token of an email stops; 404 for one that we did not sign (R-NTF-07). */
export function getUnsubscription({ linkKey }: Pick<AppContext, 'linkKey'>, token: string) {
  const subscription = readUnsubscribeToken(linkKey, token);
  if (!subscription) throw new Failure('notFound');
  return subscription;
}

/** Stops the emails of a token: those of its kind, or of each kind in the daily digest (R-NTF-07). */
export function unsubscribe(
  { database, linkKey }: Pick<AppContext, 'database' | 'linkKey'>,
  token: string,
): Promise<{ kind: Unsubscribable }> {
  const { kind, user } = getUnsubscription({ linkKey }, token);
  return database.account({ id: user }, async (tx) => {
    // Locked, so that a concurrent change of a preference is not overwritten.
    const locked = db.selectFrom('users').select('id').where('id', '=', user).forNoKeyUpdate();
    orNotFound(await tx.first(locked));
    const stored = await readSettings(tx, user);
    const stopped = notificationKindNames
      .map((each) => ({ each, setting: settingOf(stored, each) }))
      .filter(({ each, setting }) =>
        kind === 'digest' ? setting.email === 'daily' : each === kind,
      );
    await mergeSettings(
      tx,
      user,
      Object.fromEntries(
        stopped.map(({ each, setting }) => [each, { ...setting, email: 'never' }]),
      ),
    );
    return { kind };
  });
}

async function readSettings(tx: DbTransaction, user: string) {
  const query = db.selectFrom('users').select('notification_settings').where('id', '=', user);
  return orNotFound(await tx.first(query)).notification_settings;
}

const mergeSettings = (
  tx: DbTransaction,
  user: string,
  changed: Partial<Record<NotificationKind, NotificationSetting>>,
) =>
  tx.run(
    db
      .updateTable('users')
      .set({
        notification_settings: sql<string>`notification_settings || ${JSON.stringify(changed)}::jsonb`,
      })
      .where('id', '=', user),
  );
