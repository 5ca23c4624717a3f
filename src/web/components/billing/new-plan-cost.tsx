import type { Currency } from '#contract/money.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CostBreakdown } from './cost-breakdown.tsx';
import { PreviewFailed } from './cost-preview.tsx';
import { TaxFields } from './tax-fields.tsx';
import type { NewPlanTax } from './tax-location.ts';

/** Asks for the place of a new organization and shows what its plan costs there (R-TAX-05). */
export function NewPlanCost({ tax, currency }: { tax: NewPlanTax; currency: Currency }) {
  const { t } = useTranslation();
  const { data, error, isLoading } = tax.preview;
  return (
    <>
      <TaxFields state={tax.state} />
      <section aria-live="polite" className="empty:hidden">
        {isLoading && <Skeleton className="h-32 rounded-lg" />}
        {error && <PreviewFailed query={tax.preview} />}
        {data && !error && (
          <div className="rounded-lg border border-line p-4">
            <h2 className="pb-3 text-sm font-medium">{t('billing.tax.cost')}</h2>
            <CostBreakdown invoice={data} currency={currency} />
          </div>
        )}
      </section>
    </>
  );
}
