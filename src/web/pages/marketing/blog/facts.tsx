import { useTranslation } from 'react-i18next';
import type { BlogSummary } from '#contract/blog.ts';
import { useFormats } from '#web/components/use-formats.ts';

/** How long a post takes to read, and when it was last changed. */
export function Facts({ post }: { post: BlogSummary }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  // A day of the calendar, the same wherever it is read.
  const day = post.updated_at.slice(0, 10);
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted lg:flex-col">
      <span>{t('blog.minutes', { count: post.reading_time })}</span>
      <time dateTime={day}>{t('blog.updated', { date: date(day, 'short') })}</time>
    </p>
  );
}
