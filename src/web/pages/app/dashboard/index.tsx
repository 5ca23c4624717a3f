import { useTranslation } from 'react-i18next';
import { tierAllows, transactionsTier } from '#contract/access.ts';
import { personName } from '#web/components/initials.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { useSession } from '#web/session/session.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { NewTransactionLink } from './new-transaction-link.tsx';
import { TransactionFigures } from './transaction-figures.tsx';
import { UpgradePrompt } from './upgrade-prompt.tsx';

export default function Dashboard() {
  const { t } = useTranslation();
  const { user, tier } = useSession();
  return (
    <>
      <PageTitle>{t('dashboard.title')}</PageTitle>
      <PageHeader
        title={t('dashboard.title')}
        description={t('dashboard.greeting', { name: user.firstName || personName(user) })}
        actions={<NewTransactionLink />}
      />
      {tierAllows(tier, transactionsTier) ? (
        <TransactionFigures action={<NewTransactionLink variant="secondary" />} />
      ) : (
        <UpgradePrompt />
      )}
    </>
  );
}
