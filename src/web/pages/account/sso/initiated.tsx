import { useEffect, useState } from 'react';
import { failureText } from '#web/components/errors/failure-text.ts';
import { continueInitiated, isInitiated } from '#web/components/sso/initiated.ts';
import { AccountPanel } from '#web/pages/account/panel.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/**
 * Begins a sign-in at once if the provider has sent the person (R-SSO-18). Returns what the page shows meanwhile, and the
 * text of a refusal.
 */
export function useInitiated(organization: string | undefined, query: URLSearchParams) {
  const { t } = useTranslation();
  const wanted = organization !== undefined && isInitiated(query);
  const [isBeginning, setBeginning] = useState(wanted);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (organization === undefined || !wanted) return;
    continueInitiated(organization, query).then(setBeginning, (failed: unknown) => {
      setError(failed);
      setBeginning(false);
    });
  }, [organization, query, wanted]);
  const refusal = error === null ? undefined : (failureText(t, error) ?? t('errors.internal'));
  const beginning = isBeginning ? (
    <AccountPanel title={t('sso.signIn.title')}>
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner />
        {t('sso.signIn.finishing')}
      </p>
    </AccountPanel>
  ) : null;
  return { beginning, refusal };
}
