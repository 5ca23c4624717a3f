import { Link, useNavigate, useSearchParams } from 'react-router';
import { api } from '#web/api/api.ts';
import { LinkAction } from '#web/pages/account/link-action.tsx';
import { AccountPanel, textLinkClass } from '#web/pages/account/panel.tsx';
import { useRemoveQuery } from '#web/pages/account/use-remove-query.ts';
import { takeResumePath } from '#web/session/resume.ts';
import { landingPath, startSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import type { Route } from './+types/index.ts';
import { LinkRequest } from './request.tsx';

/** Reads the link in the browser only: no reply of the server holds its token. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  new URL(request.url).searchParams.get('t');
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return null;
}

/** Requests a link that signs in, or signs in with it on a press: mail scanners open links (R-ACC-38). */
export default function LinkPage({ loaderData: token }: Route.ComponentProps) {
  const [query] = useSearchParams();
  useRemoveQuery(token !== null);
  return token ? <OpenLink token={token} /> : <LinkRequest email={query.get('e')} />;
}

function OpenLink({ token }: { token: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <AccountPanel
      title={t('account.link.useTitle')}
      text={t('account.link.useText')}
      footer={
        <Link to="/account/login" className={textLinkClass}>
          {t('account.reset.back')}
        </Link>
      }
    >
      <LinkAction
        label={t('account.login.submit')}
        ended={t('account.email.ended')}
        run={() => api.signIn.openLink({ body: { token } })}
        onDone={(session) => {
          startSession(session);
          void navigate(landingPath(session.user, takeResumePath()), { replace: true });
        }}
      />
    </AccountPanel>
  );
}
