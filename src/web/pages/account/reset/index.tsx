import { Link, useSearchParams } from 'react-router';
import { ResetRequest } from '#web/pages/account/forgot/request.tsx';
import { AccountPanel, textLinkClass } from '#web/pages/account/panel.tsx';
import { loginPathWith } from '#web/pages/account/paths.ts';
import { useRemoveQuery } from '#web/pages/account/use-remove-query.ts';
import { requireSignedOut } from '#web/session/guard.ts';
import { useTranslation } from '#web/session/translation.ts';
import type { Route } from './+types/index.ts';
import { NewPasswordForm } from './form.tsx';

/** Sends signed-in visitors to the dashboard, except when they follow a reset link. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    if (!new URL(request.url).searchParams.has('t')) return requireSignedOut({ request });
  },
];

/** Runs `clientMiddleware` again after hydration: only the browser knows the session. */
export const loader = () => null;
export const clientLoader = () => null;
clientLoader.hydrate = true as const;

/** Sets a new password when the address holds a token; otherwise requests the reset email. */
export default function ResetPage() {
  const [query] = useSearchParams();
  const email = query.get('e');
  const token = query.get('t');
  return email && token ? <NewPasswordPage email={email} token={token} /> : <ResetRequest />;
}

type ResetLink = { email: string; token: string };

function NewPasswordPage({ email, token }: ResetLink) {
  const { t } = useTranslation();
  useRemoveQuery(true, `?${new URLSearchParams({ e: email })}`);
  return (
    <AccountPanel
      title={t('account.reset.newTitle')}
      text={t('account.reset.newText')}
      footer={
        <Link to={loginPathWith({ email })} className={textLinkClass}>
          {t('account.reset.back')}
        </Link>
      }
    >
      <NewPasswordForm email={email} token={token} />
    </AccountPanel>
  );
}
