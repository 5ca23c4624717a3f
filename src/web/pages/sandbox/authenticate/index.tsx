import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { queryClient } from '#web/api/queries.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { postToSandbox } from '#web/pages/sandbox/client.ts';
import { safeRedirect } from '#web/session/redirect.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

type Outcome = 'succeed' | 'fail';

/** The address holds the payment's client secret, so no referrer is sent. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' });

/** Renders the bank's 3-D Secure page, on which the customer confirms or declines a payment. */
export default function AuthenticatePage() {
  const { t } = useTranslation();
  return (
    <QueryClientProvider client={queryClient}>
      <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center px-5 py-10">
        <PageTitle>{t('billing.bank.title')}</PageTitle>
        <Card>
          <div className="grid justify-items-center gap-4 text-center">
            <span className="flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
              <Landmark aria-hidden className="size-6" />
            </span>
            <h1 className="text-xl font-semibold tracking-tight text-ink">
              {t('billing.bank.title')}
            </h1>
            <Question />
          </div>
        </Card>
      </main>
    </QueryClientProvider>
  );
}

/** Returns the path to go back to, within this site only (R-SEC-16). */
const returnPath = (path: string | null) =>
  safeRedirect(path) ?? '/app/settings/organization/subscription';

function Question() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const clientSecret = query.get('secret');
  const back = returnPath(query.get('return'));
  const tell = useMutation({
    mutationFn: (outcome: Outcome) =>
      postToSandbox('payments/authentications', { clientSecret, outcome }),
    onSuccess: () => window.location.assign(back),
  });
  if (!clientSecret) return <p className="text-muted">{t('sandbox.authenticate.missing')}</p>;
  if (tell.isSuccess) {
    return (
      <>
        <p role="status" className="text-muted">
          {tell.variables === 'succeed'
            ? t('sandbox.authenticate.done')
            : t('sandbox.authenticate.refused')}
        </p>
        <a href={back} className={buttonClass()}>
          {t('sandbox.authenticate.back')}
        </a>
      </>
    );
  }
  return (
    <>
      <p className="text-sm text-pretty text-muted">{t('billing.bank.text')}</p>
      {tell.error && (
        <Banner tone="danger" role="alert" className="w-full text-left">
          {failureText(t, tell.error) ?? t('errors.internal')}
        </Banner>
      )}
      <div className="mt-2 flex w-full flex-col gap-2 sm:flex-row-reverse sm:*:flex-1">
        <Button loading={tell.isPending} onClick={() => tell.mutate('succeed')}>
          {t('billing.bank.confirm')}
        </Button>
        <Button variant="white" disabled={tell.isPending} onClick={() => tell.mutate('fail')}>
          {t('billing.bank.refuse')}
        </Button>
      </div>
    </>
  );
}
