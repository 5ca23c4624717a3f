import { Rss } from 'lucide-react';
import type { BlogSummary } from '#contract/blog.ts';
import { localizedPath } from '#web/components/seo/localized-pages.ts';
import { PublicHead } from '#web/components/seo/public-head.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { visitorContext } from '#web/session/visitor.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { Route } from './+types/list.ts';
import { headers, loadOrAbsent } from './load.ts';
import { PostMeta } from './post-meta.tsx';
import { BlogUnavailable } from './unavailable.tsx';

export { headers };
export const handle = { static: true };

export function loader({ context }: Route.LoaderArgs) {
  const { api, locale } = context.get(visitorContext);
  return loadOrAbsent(api.blog.getAll({ query: { language: locale } }));
}

/** Lists all posts, each in the page's language or the nearest available (R-SITE-06). */
export default function Blog({ loaderData: { value: posts } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const feed = localizedPath('/feed.xml', useTranslation().locale);
  return (
    <div className="mx-auto max-w-6xl px-4 pt-14 pb-24 sm:px-6 sm:pt-20">
      <PublicHead title={t('blog.title')} description={t('blog.description')} />
      <link rel="alternate" type="application/atom+xml" title={t('blog.title')} href={feed} />
      <header className="grid items-end gap-x-12 gap-y-6 border-b border-line pb-10 lg:grid-cols-[1fr_auto]">
        <div>
          <h1 className="max-w-[18ch] text-display font-semibold">{t('blog.headline')}</h1>
          <p className="mt-5 max-w-[36rem] text-lg text-pretty text-muted">{t('blog.text')}</p>
        </div>
        {posts && posts.length > 0 && (
          <a
            href={feed}
            className="inline-flex min-h-9 items-center gap-2 text-sm text-muted hover:text-ink hover:underline"
          >
            <Rss aria-hidden className="size-4" />
            {t('blog.feed')}
          </a>
        )}
      </header>
      {posts ? <Posts posts={posts} /> : <BlogUnavailable />}
    </div>
  );
}

function Posts({ posts }: { posts: readonly BlogSummary[] }) {
  const { t } = useTranslation();
  if (posts.length === 0) {
    return (
      <EmptyState icon={<Rss aria-hidden />} title={t('blog.empty.title')}>
        {t('blog.empty.text')}
      </EmptyState>
    );
  }
  return (
    <ul role="list" className="divide-y divide-line">
      {posts.map((post) => (
        <li key={post.slug}>
          <article className="grid gap-x-12 gap-y-3 py-10 lg:grid-cols-[14rem_1fr]">
            <PostMeta post={post} />
            <div lang={post.language ?? undefined}>
              <h2 className="max-w-[32ch] text-title font-semibold">
                <a href={post.url} className="decoration-2 underline-offset-4 hover:underline">
                  {post.title}
                </a>
              </h2>
              <p className="mt-3 max-w-prose text-pretty text-muted">{post.excerpt}</p>
              <ReadMore post={post} />
            </div>
          </article>
        </li>
      ))}
    </ul>
  );
}

function ReadMore({ post: { slug, title } }: { post: BlogSummary }) {
  const { t, locale } = useTranslation();
  return (
    <a
      href={`/blog/${slug}`}
      lang={locale}
      aria-label={t('blog.readMoreOf', { title })}
      className="mt-4 inline-flex min-h-9 items-center font-medium text-accent-ink hover:underline"
    >
      {t('blog.readMore')}
    </a>
  );
}
