import { ArrowLeft, FileQuestion } from 'lucide-react';
import type { BlogPost } from '#contract/blog.ts';
import { isLocale, languageNames } from '#locales/locales.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { SafeHtml } from '#web/components/safe-html.tsx';
import { localizedPath } from '#web/components/seo/localized-pages.ts';
import { PublicHead } from '#web/components/seo/public-head.tsx';
import { StructuredData } from '#web/components/seo/structured-data.tsx';
import { useOrigin } from '#web/components/seo/use-origin.ts';
import { useTranslation } from '#web/session/translation.ts';
import { visitorContext } from '#web/session/visitor.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { Route } from './+types/detail.ts';
import { headers, loadOrAbsent } from './load.ts';
import { PostMeta } from './post-meta.tsx';
import { BlogUnavailable } from './unavailable.tsx';

export { headers };
export const handle = { static: true };

export const loader = ({ context, params }: Route.LoaderArgs) =>
  loadOrAbsent(context.get(visitorContext).api.blog.get({ params }));

/** Renders a post, or why it can't be shown (R-SITE-06). */
export default function BlogPostPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { value: post, errorCode } = loaderData;
  return (
    <div className="mx-auto max-w-3xl px-4 pt-10 pb-24 sm:px-6 sm:pt-14">
      <a
        href="/blog"
        className="inline-flex min-h-9 items-center gap-2 text-sm text-muted hover:text-ink hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {t('blog.back')}
      </a>
      {post ? <Post post={post} /> : errorCode === 'notFound' ? <Invalid /> : <OutOfReach />}
    </div>
  );
}

function Post({ post }: { post: BlogPost }) {
  const { title, url, html, language } = post;
  return (
    <article className="mt-8">
      <PostHead post={post} />
      <header className="border-b border-line pb-8">
        <h1
          lang={language ?? undefined}
          className="text-[clamp(2rem,1.5rem+2.4vw,3.25rem)] leading-[1.08] font-semibold tracking-[-0.03em]"
        >
          <a href={url} className="decoration-2 underline-offset-4 hover:underline">
            {title}
          </a>
        </h1>
        <div className="mt-5 [&_p]:lg:flex-row">
          <PostMeta post={post} />
        </div>
        <Translations post={post} />
      </header>
      <div className="mt-10 text-[1.0625rem]">
        <SafeHtml html={html} lang={language ?? undefined} />
      </div>
    </article>
  );
}

/** Renders the head of a post in the post's own language, which may differ from the page's. */
function PostHead({ post }: { post: BlogPost }) {
  const { t } = useTranslation();
  const origin = useOrigin();
  const shown = useTranslation().locale;
  const { title, excerpt, slug, published_at, updated_at, translations } = post;
  const language = post.language ?? shown;
  const versions = [{ language, slug }, ...translations].map(({ language, slug }) => ({
    locale: language,
    path: localizedPath(`/blog/${slug}`, language),
  }));
  const publisher = { '@type': 'Organization', name: t('common.product'), url: origin };
  return (
    <>
      <PublicHead title={title} description={excerpt} article={{ language, versions }} />
      <meta property="article:published_time" content={published_at} />
      <meta property="article:modified_time" content={updated_at} />
      <StructuredData
        value={{
          '@type': 'BlogPosting',
          headline: title,
          description: excerpt,
          inLanguage: language,
          datePublished: published_at,
          dateModified: updated_at,
          mainEntityOfPage: `${origin}${localizedPath(`/blog/${slug}`, language)}`,
          image: `${origin}/share.png`,
          author: publisher,
          publisher,
        }}
      />
    </>
  );
}

function OutOfReach() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('blog.unavailable')}</PageTitle>
      <BlogUnavailable isPage />
    </>
  );
}

function Invalid() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('blog.invalid.title')}</PageTitle>
      <EmptyState isPage icon={<FileQuestion aria-hidden />} title={t('blog.invalid.title')}>
        {t('blog.invalid.text')}
      </EmptyState>
    </>
  );
}

/** Links to the post in its other languages. */
function Translations({ post: { translations } }: { post: BlogPost }) {
  const { t } = useTranslation();
  if (translations.length === 0) return null;
  return (
    <p className="mt-3 flex flex-wrap gap-x-2 text-sm text-muted">
      {t('blog.translations')}
      {translations.map(({ language, slug }) => (
        <a
          key={slug}
          href={`/blog/${slug}`}
          hrefLang={language}
          lang={language}
          className="text-ink underline underline-offset-2"
        >
          {isLocale(language) ? languageNames[language] : language}
        </a>
      ))}
    </p>
  );
}
