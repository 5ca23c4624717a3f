import type { BlogSummary } from '#contract/blog.ts';
import { errorStatus } from '#contract/error-codes.ts';
import { translate } from '#locales/translate.ts';
import { localizedPath } from '#web/components/seo/localized-pages.ts';
import { visitorContext, type Visitor } from '#web/session/visitor.ts';
import type { Route } from './+types/feed.ts';
import { failureCode } from './failure-code.ts';
import { xml, xmlResponse } from './xml.ts';

/** Serves the posts as an Atom feed in the language of `?lang=`. */
export async function loader({ context }: Route.LoaderArgs) {
  const visitor = context.get(visitorContext);
  try {
    const posts = await visitor.api.blog.getAll({ query: { language: visitor.locale } });
    return xmlResponse(feedOf(posts, visitor), 'application/atom+xml');
  } catch (error) {
    const code = failureCode(error);
    if (!code) throw error;
    return new Response(code, { status: errorStatus[code] });
  }
}

function feedOf(posts: readonly BlogSummary[], { locale, origin }: Visitor) {
  const home = `${origin}${localizedPath('/blog', locale)}`;
  const changed = posts.map(({ updated_at }) => updated_at).toSorted();
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
  const product = translate(locale, 'common.product');
  return xml(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': locale },
    xml('id', {}, home),
    xml('title', {}, `${product} · ${translate(locale, 'blog.title')}`),
    xml('subtitle', {}, translate(locale, 'blog.description')),
    xml('link', { href: home }),
    xml('link', { rel: 'self', href: `${origin}${localizedPath('/feed.xml', locale)}` }),
    xml('updated', {}, changed.at(-1) ?? new Date(0).toISOString()),
    xml('author', {}, xml('name', {}, product)),
    ...entries,
  );
}
