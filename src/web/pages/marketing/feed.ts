import type { BlogSummary } from '#contract/blog.ts';
import { errorStatus } from '#contract/error-codes.ts';
import { translate } from '#locales/translate.ts';
import { localizedPath } from '#web/components/seo/localized-pages.ts';
import { visitorContext, type Visitor } from '#web/session/visitor.ts';
import type { Route } from './+types/feed.ts';
import { atomFeed } from './atom.ts';
import { failureCode } from './failure-code.ts';
import { xml } from './xml.ts';

/** Serves the posts as an Atom feed in the language of `?lang=`. */
export async function loader({ context }: Route.LoaderArgs) {
  const visitor = context.get(visitorContext);
  try {
    const posts = await visitor.api.blog.getAll({ query: { language: visitor.locale } });
    return feedOf(posts, visitor);
  } catch (error) {
    const code = failureCode(error);
    if (!code) throw error;
    return new Response(code, { status: errorStatus[code] });
  }
}

function feedOf(posts: readonly BlogSummary[], { locale, origin }: Visitor) {
  const entries = posts.map((post) => {
    const language = post.language ?? locale;
    return xml(
      'entry',
      { 'xml:lang': language },
      xml('id', {}, `${origin}/blog/${post.slug}`),
      xml('title', {}, post.title),
      xml('link', { href: `${origin}${localizedPath(`/blog/${post.slug}`, language)}` }),
      xml('published', {}, post.published_at),
      xml('updated', {}, post.updated_at),
      xml('summary', {}, post.excerpt),
    );
  });
  return atomFeed(
    {
      locale,
      origin,
      page: '/blog',
      path: '/feed.xml',
      title: translate(locale, 'blog.title'),
      subtitle: translate(locale, 'blog.description'),
      updated: posts.map(({ updated_at }) => updated_at),
    },
    entries,
  );
}
