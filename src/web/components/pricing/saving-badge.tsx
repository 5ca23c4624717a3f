import type { CommonSaving } from '#contract/pricing/pricing.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';

/** Names what the yearly period saves: free months, a percentage, or nothing (R-SITE-09). */
export function SavingBadge({ saving: { months, percent } }: { saving: CommonSaving }) {
  const { t } = useTranslation();
  if (months === 0 && percent === 0) return null;
  return (
    <Badge tone="accent">
      {months > 0 ? t('pricing.monthsFree', { count: months }) : t('pricing.discount', { percent })}
    </Badge>
  );
}
