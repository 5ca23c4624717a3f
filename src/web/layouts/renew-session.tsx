import { isImpersonating } from '#web/api/credentials.ts';
import { cachedUser } from '#web/session/session.ts';
import { lastUnsavedForm } from '#web/ui/unsaved-changes.ts';

/**
 * Offers to sign in again in place when the session has ended while a form has unsaved changes, so
 * that these are kept. Resolves to false if sign-in on its own page loses nothing.
 */
export async function renewSession() {
  const form = lastUnsavedForm();
  const user = cachedUser();
  if (!form || !user || isImpersonating()) return false;
  const loaded = await import('./sign-in-again.tsx').catch(() => null);
  if (!loaded) return false;
  return form.dialogs.open((answer) => <loaded.SignInAgain user={user} onDone={answer} />);
}
