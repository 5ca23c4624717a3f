import { Rss } from 'lucide-react';
import { localizedPath } from '#web/components/seo/localized-pages.ts';
import { PublicHead } from '#web/components/seo/public-head.tsx';
import { StructuredData } from '#web/components/seo/structured-data.tsx';
import { useOrigin } from '#web/components/seo/use-origin.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { changeLog } from '#web/pages/marketing/documents.ts';
import { useTranslation } from '#web/session/translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { Route } from './+types/index.ts';
import { releasesOf, type ReleaseNotes } from './releases.ts';

export const loader = () => ({ releases: releasesOf(changeLog) });

export const headers = () => ({ 'Cache-Control': 's-maxage=3600' });

export const handle = { static: true };

/** Language of CHANGELOG.md. */
const language = 'en-US';

/** Renders the releases of CHANGELOG.md (R-SITE-15). */
export default function Changelog({ loaderData: { releases } }: Route.ComponentProps) {
  const { t, locale } = useTranslation();
  const feed = localizedPath('/changelog.xml', locale);
  const title = t('evidence.changelog.title');
  return (
    <div className="mx-auto max-w-6xl px-4 pt-14 pb-24 sm:px-6 sm:pt-20">
      <PublicHead title={title} description={t('evidence.changelog.description')} />
      <link rel="alternate" type="application/atom+xml" title={title} href={feed} />
      <LatestRelease releases={releases} />
      <header className="grid items-end gap-x-12 gap-y-6 border-b border-line pb-10 lg:grid-cols-[1fr_auto]">
        <div>
          <h1 className="max-w-[18ch] text-display font-semibold">
            {t('evidence.changelog.headline')}
          </h1>
          <p className="mt-5 max-w-[36rem] text-lg text-pretty text-muted">
            {t('evidence.changelog.text')}
            {locale !== language && ` ${t('evidence.changelog.language')}`}
          </p>
        </div>
        <a
          href={feed}
          className="inline-flex min-h-9 items-center gap-2 text-sm text-muted hover:text-ink hover:underline"
        >
          <Rss aria-hidden className="size-4" />
          {t('evidence.changelog.feed')}
        </a>
      </header>
      {releases.length === 0 && (
        <EmptyState icon={<Rss aria-hidden />} title={t('evidence.changelog.empty')} />
      )}
      <ol role="list" className="divide-y divide-line">
        {releases.map((release) => (
          <li key={release.version} id={release.version} className="scroll-mt-16">
            <Release release={release} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Release({ release }: { release: ReleaseNotes }) {
  const { date } = useFormats();
  return (
    <article className="grid gap-x-12 gap-y-4 py-10 lg:grid-cols-[14rem_1fr]">
      <div className="lg:sticky lg:top-24 lg:self-start">
        <h2 className="text-title font-semibold tabular-nums">
          <a
            href={`#${release.version}`}
            className="decoration-2 underline-offset-4 hover:underline"
          >
            {release.version}
          </a>
        </h2>
        <time dateTime={release.date} className="mt-1 block text-sm text-muted">
          {date(release.date, 'short')}
        </time>
      </div>
      <div lang={language} className="max-w-prose">
        {release.text && <p className="text-lg text-pretty">{release.text}</p>}
        {release.sections.map(({ title, entries }) => (
          <section key={title} className="mt-8 first:mt-0">
            <h3 className="font-semibold">{title}</h3>
            <ul className="mt-3 space-y-3">
              {entries.map((entry) => (
                <li
                  key={entry}
                  className="border-l-2 border-accent-ink pl-4 text-pretty text-muted"
                >
                  <Entry text={entry} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </article>
  );
}

/** Renders an entry; what is between backticks is code. */
const Entry = ({ text }: { text: string }) =>
  text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="text-[0.9em] wrap-anywhere text-ink">
        {part}
      </code>
    ) : (
      part
    ),
  );

/** Names the latest version for search engines. */
function LatestRelease({ releases: [latest] }: { releases: readonly ReleaseNotes[] }) {
  const { t } = useTranslation();
  const origin = useOrigin();
  if (!latest) return null;
  return (
    <StructuredData
      value={{
        '@type': 'SoftwareApplication',
        name: t('common.product'),
        applicationCategory: 'FinanceApplication',
        operatingSystem: 'Web',
        softwareVersion: latest.version,
        dateModified: latest.date,
        releaseNotes: `${origin}/changelog#${latest.version}`,
      }}
    />
  );
}
