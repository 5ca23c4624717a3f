import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { api } from '#web/api/api.ts';
import { storedToken } from '#web/api/credentials.ts';
import { loginPath } from '#web/api/login-path.ts';
import { queryClient } from '#web/api/queries.ts';
import { IncompleteLink } from '#web/pages/account/incomplete-link.tsx';
import { LinkAction } from '#web/pages/account/link-action.tsx';
import { AccountPanel, FormSuccess } from '#web/pages/account/panel.tsx';
import { RestoreAccount } from '#web/pages/account/restore-account.tsx';
import { useRemoveQuery } from '#web/pages/account/use-remove-query.ts';
import { useTranslation } from '#web/session/translation.ts';
import { buttonClass } from '#web/ui/button.tsx';
import type { Route } from './+types/index.ts';

/** Reads the link in the browser only, which knows the session. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = new URL(request.url).searchParams;
  return { token: query.get('t'), undo: query.get('undo'), isSignedIn: storedToken() !== null };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return null;
}

/**
 * Confirms a new address or restores the former one (R-ACC-29, R-ACC-31). Both ask first: mail scanners open links by
 * themselves.
 */
export default function EmailPage({
  loaderData: { token, undo, isSignedIn },
}: Route.ComponentProps) {
  const { t } = useTranslation();
  // Signing in leads back to the whole address.
  useRemoveQuery(undo !== null || isSignedIn);
  if (undo) return <UndoEmail token={undo} />;
  if (!token) return <IncompleteLink title={t('account.email.failed')} />;
  return isSignedIn ? <ConfirmEmail token={token} /> : <SignInFirst />;
}

function ConfirmEmail({ token }: { token: string }) {
  const { t } = useTranslation();
  const action = useMutation(
    { mutationFn: () => api.signIn.confirmEmail({ body: { token } }) },
    queryClient,
  );
  if (action.data) {
    const { email } = action.data;
    return (
      <FormSuccess
        title={t('account.email.confirmedTitle')}
        text={t('account.email.confirmedText', { email })}
      >
        <ButtonLink to="/app/settings/profile">{t('account.email.profile')}</ButtonLink>
      </FormSuccess>
    );
  }
  return (
    <AccountPanel title={t('account.email.confirmTitle')} text={t('account.email.confirmText')}>
      <LinkAction
        label={t('account.email.confirm')}
        ended={t('account.email.ended')}
        action={action}
      />
    </AccountPanel>
  );
}

/** The link changes nothing without the session of its account: a wrong address may have received it. */
function SignInFirst() {
  const { t } = useTranslation();
  const location = useLocation();
  return (
    <AccountPanel title={t('account.email.confirmTitle')} text={t('account.email.signInText')}>
      <ButtonLink to={loginPath(location)}>{t('account.login.submit')}</ButtonLink>
    </AccountPanel>
  );
}

function UndoEmail({ token }: { token: string }) {
  const { t } = useTranslation();
  return (
    <RestoreAccount
      title={t('account.email.undoTitle')}
      text={t('account.email.undoText')}
      label={t('account.email.undo')}
      doneTitle={t('account.email.undoneTitle')}
      run={() => api.signIn.undoEmail({ body: { token } })}
    />
  );
}

function ButtonLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    // As a document: what is in memory has the former email.
    <Link reloadDocument to={to} className={`${buttonClass()} min-h-11 w-full`}>
      {children}
    </Link>
  );
}
