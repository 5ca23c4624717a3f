import { CheckCheck } from 'lucide-react';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useReadMarks, type useNotifications } from './use-notifications.ts';

/** Marks the notifications that are loaded, and all older ones, as read; hidden without unread ones. */
export function MarkAllButton({ list }: { list: ReturnType<typeof useNotifications> }) {
  const { t } = useTranslation();
  const marks = useReadMarks();
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const [newest] = rows;
  if (!marks || !newest || !rows.some(({ readAt }) => readAt === null)) return null;
  return (
    <Button variant="white" onClick={() => marks.all(newest.id)}>
      <CheckCheck aria-hidden className="size-4" />
      {t('notifications.markAll')}
    </Button>
  );
}
