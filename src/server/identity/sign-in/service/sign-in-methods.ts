import { openedAccount } from '#server/identity/accounts/service/account.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';

/** Returns how the caller can sign in, and the new address that awaits confirmation. */
export const getSignIn = ({ config, database }: AppContext, { user }: AuthSession) =>
  database.account({ id: user }, async (tx) => {
    const [person, pending] = await Promise.all([
      tx.one(openedAccount),
      tx.first(
        db
          .selectFrom('tokens')
          .select('address')
          .where('user_id', '=', user)
          .where('purpose', '=', 'email')
          .where('used_at', 'is', null)
          .where('expires_at', '>', sql<Date>`now()`)
          .orderBy('created_at', 'desc')
          .limit(1),
      ),
    ]);
    return {
      hasPassword: person.password_hash !== null,
      hasGoogle: person.google_sub !== null,
      canLinkGoogle: config.google !== null,
      pendingEmail: pending?.address ?? null,
    };
  });
