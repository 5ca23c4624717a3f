import { useMutation } from '@tanstack/react-query';
import { redirect } from 'react-router';
import { api } from '#web/api/api.ts';
import { loginPath } from '#web/api/login-path.ts';
import { queryClient } from '#web/api/queries.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { loadCurrentVisitor } from '#web/pages/account/current-visitor.ts';
import { AccountPanel, LegalLink } from '#web/pages/account/panel.tsx';
import { takeResumePath } from '#web/session/resume.ts';
import { homePath, signOut } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';

/** Loads what the visitor must accept, in the browser only: the server can't read the session. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const visitor = await loadCurrentVisitor();
  if (!visitor) throw redirect(loginPath(new URL(request.url)));
  if (!visitor.mustAccept) throw redirect(homePath);
  return visitor.mustAccept;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Skeleton className="h-64 w-full max-w-md" />;
}

/** Asks for the acceptance of changed terms before the app is used again (R-LEG-04). */
export default function AcceptancePage({ loaderData: versions }: Route.ComponentProps) {
  const { t } = useTranslation();
  const accept = useMutation(
    {
      mutationFn: () => api.legal.accept({ body: versions }),
      // Loads a new document, which reads the session again.
      onSuccess: () => window.location.assign(takeResumePath() ?? homePath),
    },
    queryClient,
  );
  return (
    <AccountPanel title={t('legal.due.title')} text={t('legal.due.text')}>
      <ul className="list-disc space-y-2 pl-5">
        <li>
          <LegalLink to="/terms">{t('account.legal.terms')}</LegalLink>
        </li>
        <li>
          <LegalLink to="/privacy">{t('account.legal.privacy')}</LegalLink>
        </li>
      </ul>
      <p role="alert" className="mt-4 text-sm text-danger-ink empty:hidden">
        {accept.error && failureText(t, accept.error)}
      </p>
      <div className="mt-6 flex flex-wrap gap-3 *:flex-1">
        <Button loading={accept.isPending || accept.isSuccess} onClick={() => accept.mutate()}>
          {t('legal.due.accept')}
        </Button>
        <Button variant="white" onClick={() => void signOut()}>
          {t('legal.due.signOut')}
        </Button>
      </div>
    </AccountPanel>
  );
}
