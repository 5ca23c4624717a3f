import type { User } from '#contract/users.ts';
import { api } from '#web/api/api.ts';
import { isImpersonating, storedToken } from '#web/api/credentials.ts';
import { hasKept } from '#web/api/kept-mark.ts';
import { cachedUser } from '#web/session/session.ts';
import { lastUnsavedForm } from '#web/ui/unsaved-changes.ts';

/**
 * Follows a sign-in or sign-out of another tab, also when the browser shows the page again that it had left (R-ACC-44).
 * Returns the function that stops it.
 */
export function watchAccount() {
  const over = new AbortController();
  const { signal } = over;
  let known = storedToken();
  const look = () => {
    // An impersonation has a session of its own.
    if (isImpersonating() || storedToken() === known) return;
    known = storedToken();
    // Without a session this leads to sign-in, or offers it in place.
    api.users.getCurrent().then(openAccount, () => undefined);
  };
  window.addEventListener('storage', look, { signal });
  window.addEventListener('pageshow', look, { signal });
  return () => over.abort();
}

let isOpening = false;

/** Shows the page to the person who is signed in now; says first that unsaved input of another one is not saved. */
export async function openAccount({ id, email }: Pick<User, 'id' | 'email'>) {
  const former = cachedUser();
  if (!former || former.id === id || isOpening) return;
  isOpening = true;
  const form = lastUnsavedForm();
  if (form) {
    const isKept = form.isKept === true && hasKept();
    const loaded = await import('./other-account.tsx').catch(() => null);
    if (loaded) {
      const { OtherAccount } = loaded;
      const texts = { former: former.email, email, isKept };
      await form.dialogs.open((answer) => <OtherAccount {...texts} onClose={() => answer(true)} />);
    }
    // The person knows already.
    form.isKept = true;
  }
  window.location.reload();
}
