import { logout } from '#server/identity/accounts/service/session.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { takeSignOutUrl } from './session-provider.ts';

/** Ends a session here; returns where the browser ends the one at the provider that opened it (R-SSO-13). */
export async function signOutWithProvider(context: AppContext, session: AuthSession) {
  await logout(context.database, session);
  const url = await takeSignOutUrl(context, session);
  return url === null ? null : { url };
}
