import type { ComponentProps } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import type { RecordStatus } from './records.ts';

type Tone = ComponentProps<typeof Badge>['tone'];

const tones: Record<RecordStatus, NonNullable<Tone>> = {
  active: 'success',
  trialing: 'info',
  past_due: 'warning',
  canceled: 'neutral',
  incomplete: 'warning',
  incomplete_expired: 'neutral',
  unpaid: 'danger',
  paused: 'neutral',
  draft: 'neutral',
  open: 'warning',
  paid: 'success',
  uncollectible: 'danger',
  void: 'neutral',
};

/** Renders the status of a subscription or an invoice. */
export function StatusBadge({ status }: { status: RecordStatus }) {
  const { t } = useTranslation();
  return <Badge tone={tones[status]}>{t(`sandbox.status.${status}`)}</Badge>;
}
