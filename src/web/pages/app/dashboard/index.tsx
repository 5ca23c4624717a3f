import { Suspense } from 'react';
import { tierAllows, transactionsTier } from '#contract/access.ts';
import { personName } from '#web/components/initials.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { loadFirstSteps } from '#web/layouts/app-banners.ts';
import { loadFrameTexts } from '#web/session/language.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { Route } from './+types/index.ts';
import { FiguresSkeleton } from './figures-skeleton.tsx';
import { NewTransactionLink } from './new-transaction-link.tsx';

/** Loads with its texts and the page's data, after the scripts that the page needs immediately. */
const TransactionFigures = lazyPart(async () => {
  const part = import('./transaction-figures.tsx');
  await loadFrameTexts('results');
  return (await part).TransactionFigures;
});

/** For plans without transactions. */
const UpgradePrompt = lazyPart(async () => (await import('./upgrade-prompt.tsx')).UpgradePrompt);

export const clientLoader = () => loadFirstSteps(true);

export default function Dashboard({ loaderData: firstSteps }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { user, tier } = useSession();
  return (
    <>
      <PageTitle>{t('app.dashboard.title')}</PageTitle>
      <PageHeader
        title={t('app.dashboard.title')}
        description={t('app.dashboard.greeting', { name: user.firstName || personName(user) })}
        actions={<NewTransactionLink />}
      />
      {firstSteps?.checklist}
      {tierAllows(tier, transactionsTier) ? (
        <Suspense fallback={<FiguresSkeleton />}>
          <TransactionFigures action={firstSteps?.sampleButton} />
        </Suspense>
      ) : (
        <Suspense>
          <UpgradePrompt />
        </Suspense>
      )}
    </>
  );
}
