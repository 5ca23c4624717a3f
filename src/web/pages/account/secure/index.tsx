import { api } from '#web/api/api.ts';
import { IncompleteLink } from '#web/pages/account/incomplete-link.tsx';
import { RestoreAccount } from '#web/pages/account/restore-account.tsx';
import { useRemoveQuery } from '#web/pages/account/use-remove-query.ts';
import { useTranslation } from '#web/session/translation.ts';
import type { Route } from './+types/index.ts';

/** Reads the link in the browser only: no reply of the server holds its token. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  new URL(request.url).searchParams.get('t');
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return null;
}

/** Secures the account after a sign-in on a new device; asks first, as mail scanners open links (R-ACC-36). */
export default function SecurePage({ loaderData: token }: Route.ComponentProps) {
  const { t } = useTranslation();
  useRemoveQuery(true);
  if (!token) return <IncompleteLink title={t('account.secure.failed')} />;
  return (
    <RestoreAccount
      title={t('account.secure.title')}
      text={t('account.secure.text')}
      label={t('account.secure.submit')}
      doneTitle={t('account.secure.doneTitle')}
      run={() => api.signIn.secure({ body: { token } })}
    />
  );
}
