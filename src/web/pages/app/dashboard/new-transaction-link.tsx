import { Plus } from 'lucide-react';
import { Role, transactionsTier } from '#contract/access.ts';
import { WriteLink } from '#web/components/billing/read-only.tsx';
import { missingRequirements } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';

/** Links to a new transaction. Renders nothing without the required plan and role. */
export function NewTransactionLink() {
  const { t } = useTranslation();
  const missing = missingRequirements(useSession(), { tier: transactionsTier, role: Role.Member });
  if (Object.keys(missing).length > 0) return null;
  return (
    <WriteLink to="/app/transactions/new">
      <Plus aria-hidden className="size-4" />
      {t('app.dashboard.newTransaction')}
    </WriteLink>
  );
}
