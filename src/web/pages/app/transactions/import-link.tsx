import { clsx } from 'clsx';
import { Upload } from 'lucide-react';
import { WriteLink } from '#web/components/billing/read-only.tsx';
import { useTranslation } from '#web/session/translation.ts';

type Props = {
  /** Leaves the label to screen readers on a phone. */
  isTool?: boolean;
};

/** Links to the import of transactions (R-IMP-01). */
export function ImportLink({ isTool = false }: Props) {
  const { t } = useTranslation();
  return (
    <WriteLink
      to="/app/transactions/import"
      variant="white"
      className={clsx(isTool && 'max-sm:px-3')}
    >
      <Upload aria-hidden className="size-4" />
      <span className={clsx(isTool && 'max-sm:sr-only')}>{t('transactions.import')}</span>
    </WriteLink>
  );
}
