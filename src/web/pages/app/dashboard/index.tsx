import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Role, roleAllows, tierAllows } from '#contract/access.ts';
import { transactionsTier } from '#contract/transactions.ts';
import { fullName } from '#web/components/initials.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Figures } from './figures.tsx';
import { UpgradePrompt } from './upgrade-prompt.tsx';

export default function Dashboard() {
  const { t } = useTranslation();
  const { user, role, tier } = useSession();
  const hasTransactions = tierAllows(tier, transactionsTier);
  const mayRecord = hasTransactions && roleAllows(role, Role.Member);
  return (
    <>
      <PageTitle>{t('app.dashboard.title')}</PageTitle>
      <PageHeader
        title={t('app.dashboard.title')}
        description={t('app.dashboard.greeting', { name: user.firstName || fullName(user) })}
        actions={mayRecord && <NewTransaction />}
      />
      {hasTransactions ? <Figures action={mayRecord && <NewTransaction />} /> : <UpgradePrompt />}
    </>
  );
}

function NewTransaction() {
  const { t } = useTranslation();
  return (
    <Button render={<Link to="/app/transactions/new" />}>
      <Plus aria-hidden className="size-4" />
      {t('app.dashboard.newTransaction')}
    </Button>
  );
}
