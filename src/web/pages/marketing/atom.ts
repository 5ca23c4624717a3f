import type { Locale } from '#locales/locales.ts';
import { translate } from '#locales/translate.ts';
import { localizedPath } from '#web/components/seo/localized-pages.ts';
import { xml, xmlResponse } from './xml.ts';

type Feed = {
  locale: Locale;
  origin: string;
  /** Path of the page with the same entries. */
  page: string;
  /** Path of the feed. */
  path: string;
  title: string;
  subtitle: string;
  /** Instants at which the entries were changed. */
  updated: readonly string[];
};

/** Returns the response of an Atom feed (RFC 4287) with these entries. */
export function atomFeed(feed: Feed, entries: readonly ReturnType<typeof xml>[]) {
  const { locale, origin, page, path, title, subtitle, updated } = feed;
  const home = `${origin}${localizedPath(page, locale)}`;
  const product = translate(locale, 'common.product');
  const document = xml(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': locale },
    xml('id', {}, home),
    xml('title', {}, `${product} · ${title}`),
    xml('subtitle', {}, subtitle),
    xml('link', { href: home }),
    xml('link', { rel: 'self', href: `${origin}${localizedPath(path, locale)}` }),
    xml('updated', {}, updated.toSorted().at(-1) ?? new Date(0).toISOString()),
    xml('author', {}, xml('name', {}, product)),
    ...entries,
  );
  return xmlResponse(document, 'application/atom+xml');
}
