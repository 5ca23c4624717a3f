import { useMutation } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import type { PasskeyAssertionInput } from '#contract/factors/webauthn.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { useIsHydrated } from '#web/components/use-is-hydrated.ts';
import { GoogleButton } from '#web/pages/account/google-button.tsx';
import { textLinkClass } from '#web/pages/account/panel.tsx';
import { linkPathWith } from '#web/pages/account/paths.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';

type LinkProps = {
  email: string | null;
  /** Called before the visitor leaves for another account page, to remember the path. */
  onLeave: () => void;
};

type OtherWaysProps = {
  signInWithPasskey: (passkey: PasskeyAssertionInput) => Promise<void>;
  signInWithGoogle: (idToken: string) => Promise<void>;
} & LinkProps;

/** Offers the ways to sign in without a password. */
export function OtherWays({ signInWithPasskey, signInWithGoogle, ...links }: OtherWaysProps) {
  return (
    <>
      <PasskeySignIn signIn={signInWithPasskey} />
      <GoogleButton text="signin_with" onToken={(idToken) => void signInWithGoogle(idToken)} />
      <RareWays {...links} />
    </>
  );
}

/** Offers ways that few organizations use, out of the way of all others. */
function RareWays({ email, onLeave }: LinkProps) {
  const { t } = useTranslation();
  const links = [
    { to: '/account/sso', text: t('account.login.sso') },
    { to: linkPathWith({ email }), text: t('account.link.offer') },
  ];
  return (
    <details className="kit-details group">
      <summary className="mx-auto flex w-fit cursor-pointer list-none items-center gap-1.5 text-sm text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        {t('account.login.others')}
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <ul role="list" className="grid justify-items-center gap-2 pt-3 text-sm">
        {links.map(({ to, text }) => (
          <li key={to}>
            <Link to={to} onClick={onLeave} className={textLinkClass}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

type Props = {
  /** Signs in with a passkey; shows a refusal. */
  signIn: (passkey: PasskeyAssertionInput) => Promise<void>;
};

const loadPasskeys = () => import('#web/components/security/passkey.ts');

/** Signs in with a passkey alone: by a button, and suggested in the email field (R-MFA-11). */
function PasskeySignIn({ signIn }: Props) {
  const { t } = useTranslation();
  const isHydrated = useIsHydrated();
  const { mutate, isPending, isError } = useMutation(
    {
      mutationFn: async () => {
        const options = await api.factors.startPasskeySignIn({ body: {} });
        const { askForPasskey } = await loadPasskeys();
        await signIn(await askForPasskey(options));
      },
    },
    queryClient,
  );
  useSuggestions(signIn, isPending);
  return (
    <div className="grid gap-2">
      <Button
        type="button"
        variant="white"
        className="min-h-11"
        disabled={!isHydrated}
        loading={isPending}
        onClick={() => mutate()}
      >
        {t('account.login.passkey')}
      </Button>
      <p role="alert" className="text-sm text-danger-ink empty:hidden">
        {isError && t('account.login.passkeyFailed')}
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
