import { useTranslation } from 'react-i18next';
import type { BlogSummary } from '#contract/blog.ts';
import { useFormats } from '#web/components/use-formats.ts';

/** Renders reading time and date of the last change. */
export function PostMeta({ post }: { post: BlogSummary }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  // A calendar date, so that it doesn't shift with the reader's time zone.
  const day = post.updated_at.slice(0, 10);
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted lg:flex-col">
      <span>{t('blog.minutes', { count: post.reading_time })}</span>
      <time dateTime={day}>{t('blog.updated', { date: date(day, 'short') })}</time>
    </p>
  );
}
