import { Plus } from 'lucide-react';
import { Role, transactionsTier } from '#contract/access.ts';
import { WriteLink } from '#web/components/billing/read-only.tsx';
import { missingRequirements } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import type { ButtonProps } from '#web/ui/button.tsx';

/** Links to a new transaction. Renders nothing without the required plan and role. */
export function NewTransactionLink({ variant }: Pick<ButtonProps, 'variant'>) {
  const { t } = useTranslation();
  const missing = missingRequirements(useSession(), { tier: transactionsTier, role: Role.Member });
  if (Object.keys(missing).length > 0) return null;
  return (
    <WriteLink to="/app/transactions/new" variant={variant}>
      <Plus aria-hidden className="size-4" />
      {t('app.dashboard.newTransaction')}
    </WriteLink>
  );
}
