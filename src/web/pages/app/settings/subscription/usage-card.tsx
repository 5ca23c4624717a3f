import { useQuery } from '@tanstack/react-query';
import { LimitList } from '#web/components/usage/limit-list.tsx';
import { usageQuery } from '#web/components/usage/usage-query.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';

/** Renders what the organization of this tab uses of its plan. */
export function UsageCard() {
  const { t } = useTranslation();
  const { data, error } = useQuery(usageQuery());
  if (error && !data) throw error;
  return (
    <Card
      id="usage"
      title={t('subscription.usage.title')}
      description={t('subscription.usage.text')}
    >
      <LimitList limits={data} />
    </Card>
  );
}
