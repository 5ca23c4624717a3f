import { useEffect, useEffectEvent, useState } from 'react';
import type { PasskeyAssertionInput } from '#contract/factors/webauthn.ts';
import { api } from '#web/api/api.ts';
import { useIsHydrated } from '#web/components/use-is-hydrated.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';

type Props = {
  /** Signs in with a passkey; shows a refusal. */
  signIn: (passkey: PasskeyAssertionInput) => Promise<void>;
};

const loadPasskeys = () => import('#web/components/security/passkey.ts');

/** Signs in with a passkey alone: by a button, and suggested in the email field (R-MFA-11). */
export function PasskeySignIn({ signIn }: Props) {
  const { t } = useTranslation();
  const isHydrated = useIsHydrated();
  const [isPending, setPending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  useSuggestions(signIn, isPending);
  const ask = async () => {
    setFailed(false);
    setPending(true);
    try {
      const options = await api.factors.startPasskeySignIn({ body: {} });
      const { askForPasskey } = await loadPasskeys();
      await signIn(await askForPasskey(options));
    } catch {
      setFailed(true);
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="grid gap-2">
      <Button
        type="button"
        variant="white"
        className="min-h-11"
        disabled={!isHydrated}
        loading={isPending}
        onClick={() => void ask()}
      >
        {t('account.login.passkey')}
      </Button>
      <p role="alert" className="text-sm text-danger-ink empty:hidden">
        {hasFailed && t('account.login.passkeyFailed')}
      </p>
    </div>
  );
}

/** Suggests passkeys in the email field while the page is shown and the button asks for none. */
function useSuggestions(signIn: Props['signIn'], isPending: boolean) {
  const enter = useEffectEvent(signIn);
  useEffect(() => {
    const stop = new AbortController();
    if (isPending) return;
    void loadPasskeys()
      .then(({ suggestPasskeys }) => suggestPasskeys(stop.signal))
      .then((passkey) => passkey && enter(passkey))
      // Offline, or without a host name: the other ways to sign in remain.
      .catch(() => undefined);
    return () => stop.abort();
  }, [isPending]);
}
