import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import type { PasskeyAssertionInput } from '#contract/factors/webauthn.ts';
import { GoogleButton } from '#web/pages/account/google-button.tsx';
import { textLinkClass } from '#web/pages/account/panel.tsx';
import { linkPathWith } from '#web/pages/account/paths.ts';
import { useTranslation } from '#web/session/translation.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';

type LinkProps = {
  email: string | null;
  /** Called before the visitor leaves for another account page, to remember the path. */
  onLeave: () => void;
};

type Props = {
  signInWithPasskey: (passkey: PasskeyAssertionInput) => Promise<void>;
  signInWithGoogle: (idToken: string) => Promise<void>;
} & LinkProps;

/** Offers the ways to sign in without a password. */
export function OtherWays({ signInWithPasskey, signInWithGoogle, ...links }: Props) {
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
