import { translate } from '#locales/translate.ts';
import { atomFeed } from '#web/pages/marketing/atom.ts';
import { changeLog } from '#web/pages/marketing/documents.ts';
import { xml } from '#web/pages/marketing/xml.ts';
import { visitorContext } from '#web/session/visitor.ts';
import type { Route } from './+types/feed.ts';
import { releasesOf } from './releases.ts';

/** Serves the releases as an Atom feed; its frame is in the language of `?lang=`, the entries in English. */
export function loader({ context }: Route.LoaderArgs) {
  const { locale, origin } = context.get(visitorContext);
  const releases = releasesOf(changeLog);
  return atomFeed(
    {
      locale,
      origin,
      page: '/changelog',
      path: '/changelog.xml',
      title: translate(locale, 'evidence.changelog.title'),
      subtitle: translate(locale, 'evidence.changelog.description'),
      updated: releases.map(({ date }) => `${date}T00:00:00Z`),
    },
    releases.map(({ version, date, text, sections }) =>
      xml(
        'entry',
        { 'xml:lang': 'en-US' },
        xml('id', {}, `${origin}/changelog#${version}`),
        xml('title', {}, version),
        xml('link', { href: `${origin}/changelog#${version}` }),
        xml('updated', {}, `${date}T00:00:00Z`),
        xml('summary', {}, [text, ...sections.flatMap(({ entries }) => entries)].join('\n')),
      ),
    ),
  );
}
