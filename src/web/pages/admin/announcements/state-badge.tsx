import type { AnnouncementRecord } from '#contract/announcements.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';

const tones = {
  scheduled: 'info',
  shown: 'success',
  ended: 'neutral',
} as const satisfies Record<AnnouncementRecord['state'], string>;

/** Renders whether members see an announcement now. */
export function AnnouncementStateBadge({ state }: Pick<AnnouncementRecord, 'state'>) {
  const { t } = useTranslation();
  return <Badge tone={tones[state]}>{t(`announcements.state.${state}`)}</Badge>;
}
