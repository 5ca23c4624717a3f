import { useEffect, useEffectEvent } from 'react';
import { clearToken, storedToken, storeToken } from '#web/api/credentials.ts';

/**
 * Continues when the browser gets a session in another tab, for example with Google. Restores the former session if
 * the person gives up.
 */
export function useSignInElsewhere(onSignIn: () => Promise<void>) {
  const signedIn = useEffectEvent(onSignIn);
  useEffect(() => {
    // The sign-in page of another tab requires that no token is left.
    const former = storedToken();
    clearToken();
    const notice = () => {
      if (storedToken()) void signedIn();
    };
    window.addEventListener('storage', notice);
    return () => {
      window.removeEventListener('storage', notice);
      if (former && !storedToken()) storeToken(former);
    };
  }, []);
}
