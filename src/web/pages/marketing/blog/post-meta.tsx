import type { BlogSummary } from '#contract/blog.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';

/** Renders reading time and date of publication, by which the list is ordered; and of a later change. */
export function PostMeta({ post }: { post: BlogSummary }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  // Calendar dates, so that they don't shift with the reader's time zone.
  const [published, updated] = [post.published_at.slice(0, 10), post.updated_at.slice(0, 10)];
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted lg:flex-col">
      <span>{t('blog.minutes', { count: post.reading_time })}</span>
      <time dateTime={published}>{t('blog.published', { date: date(published, 'short') })}</time>
      {updated !== published && (
        <time dateTime={updated}>{t('blog.updated', { date: date(updated, 'short') })}</time>
      )}
    </p>
  );
}
