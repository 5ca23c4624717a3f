import { useQuery } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';

/** Marks a member who must still set up a second factor (R-POL-07). */
export function FactorBadge({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data } = useQuery({
    queryKey: tenantQueryKey('members without factor'),
    queryFn: () => api.policies.getMembersWithoutFactor(),
  });
  const due = data?.find((member) => member.userId === userId)?.dueAt;
  if (due === undefined) return null;
  return (
    <Badge tone="warning" title={t('policies.list.due', { date: formats.date(due, 'short') })}>
      {t('policies.list.without')}
    </Badge>
  );
}
