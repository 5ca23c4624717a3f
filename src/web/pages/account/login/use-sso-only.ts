import { useRef, useState } from 'react';
import { api } from '#web/api/api.ts';
import { continueAtProvider } from '#web/components/sso/flow.ts';

const domainOf = (email: string) => /^\S+@(\S+\.\S+)$/.exec(email.trim())?.[1]?.toLowerCase();

/** Sign-in through the identity provider that the domain of the typed email requires. */
export type SsoOnlySignIn = ReturnType<typeof useSsoOnly>;

/**
 * Returns whether the domain of the typed email signs in through an identity provider alone (R-POL-08), and what starts
 * that or returns to the password. `onLeave` is called before the visitor leaves, to remember the path.
 */
export function useSsoOnly(onLeave: () => void) {
  const [isRequired, setRequired] = useState(false);
  const [state, setState] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const asked = useRef<string>(undefined);

  const check = async (email: string) => {
    const domain = domainOf(email);
    if (domain === asked.current) return;
    asked.current = domain;
    setRequired(false);
    if (!domain) return;
    // Without a reply the password stays, which the organization refuses.
    const found = await api.policies.findSignIn({ body: { domain } }).catch(() => null);
    if (asked.current === domain) setRequired(found?.ssoOnly ?? false);
  };

  const showPassword = () => setRequired(false);

  /** Starts it; at an organization's own address the email may be missing. */
  const start = async (email: string) => {
    setState({ isBusy: true });
    try {
      onLeave();
      if (continueAtProvider(await api.sso.start({ body: email === '' ? {} : { email } }))) return;
      showPassword();
      setState({ isBusy: false });
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  return { ...state, isRequired, check, showPassword, start };
}
