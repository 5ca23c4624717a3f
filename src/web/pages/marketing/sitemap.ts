import { defaultLocale } from '#locales/locales.ts';
import {
  localizedPages,
  localizedPath,
  type LocalizedPage,
} from '#web/components/seo/localized-pages.ts';
import { visitorContext, type Visitor } from '#web/session/visitor.ts';
import type { Route } from './+types/sitemap.ts';
import { xml, xmlResponse } from './xml.ts';

const pages = '/product /pricing /blog /changelog /status /contact /terms /privacy'.split(' ');

/** A page in its languages, with the date of its last change. */
type Entry = { versions: LocalizedPage[]; changed?: string };

/** Serves the sitemap with every public page in every language. */
export async function loader({ context }: Route.LoaderArgs) {
  const { api, origin, report } = context.get(visitorContext);
  const posts = await postsOf({ api, report });
  const entries: Entry[] = [...pages.map((path) => ({ versions: localizedPages(path) })), ...posts];
  const urls = entries.flatMap(({ versions, changed }) => {
    const links = versions.map(({ locale, path }) =>
      xml('xhtml:link', { rel: 'alternate', hreflang: locale, href: `${origin}${path}` }),
    );
    return versions.map(({ path }) =>
      xml(
        'url',
        {},
        xml('loc', {}, `${origin}${path}`),
        ...(changed ? [xml('lastmod', {}, changed)] : []),
        ...links,
      ),
    );
  });
  const spaces = {
    xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
    'xmlns:xhtml': 'http://www.w3.org/1999/xhtml',
  };
  return xmlResponse(xml('urlset', spaces, ...urls), 'application/xml');
}

/** Returns one entry per post with its translations; none while the blog is unreachable. */
async function postsOf({ api, report }: Pick<Visitor, 'api' | 'report'>): Promise<Entry[]> {
  try {
    const posts = await api.blog.getAll({ query: { language: defaultLocale } });
    return posts.map(({ slug, language, translations, updated_at }) => ({
      versions: [{ slug, language: language ?? defaultLocale }, ...translations].map((post) => ({
        locale: post.language,
        path: localizedPath(`/blog/${post.slug}`, post.language),
      })),
      changed: updated_at,
    }));
  } catch (error) {
    report(error);
    return [];
  }
}
