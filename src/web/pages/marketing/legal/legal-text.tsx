import { FileQuestion } from 'lucide-react';
import { Link } from 'react-router';
import type { CallResult } from '#contract/endpoint.ts';
import type { legal, LegalKind } from '#contract/legal.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { SafeHtml } from '#web/components/safe-html.tsx';
import { PublicHead } from '#web/components/seo/public-head.tsx';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

type Text = CallResult<(typeof legal)['endpoints']['get']>;

type Props = {
  kind: LegalKind;
  /** Null for a version that the text doesn't have. */
  text: Text | null;
};

const linkClass = 'font-semibold text-accent-ink underline underline-offset-4';

/** Renders a legal text with its table of contents and its versions (R-LEG-01, R-LEG-02). */
export function LegalText({ kind, text }: Props) {
  const { t } = useTranslation();
  const { date } = useFormats();
  if (!text) return <NoVersion kind={kind} />;
  const { isTemplate, createdAt, version, html, sections, versions } = text;
  const newest = versions[0]?.version ?? 0;
  return (
    <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24">
      <PublicHead title={t(`site.${kind}.title`)} description={t(`site.${kind}.description`)} />
      {isTemplate && (
        <Banner tone="warning" className="mb-10">
          {t('site.legal.template')}
        </Banner>
      )}
      {version < newest && (
        <Banner
          tone="info"
          className="mb-10"
          action={
            <Link to={`/${kind}`} className={linkClass}>
              {t('site.legal.newest')}
            </Link>
          }
        >
          {t('site.legal.older')}
        </Banner>
      )}
      <h1 className="max-w-[16ch] text-display font-semibold">{t(`site.${kind}.title`)}</h1>
      {createdAt && (
        <p className="mt-5 text-lg text-muted">
          {t('site.legal.version', { version, date: date(createdAt, 'short') })}
        </p>
      )}
      <div className="mt-14 grid gap-x-16 gap-y-12 lg:grid-cols-[14rem_minmax(0,1fr)]">
        {sections.length > 0 && (
          <nav aria-label={t('site.legal.contents')} className="lg:sticky lg:top-24 lg:self-start">
            <ol className="space-y-2.5 text-sm">
              {sections.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`} className="text-muted hover:text-ink hover:underline">
                    {title}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="min-w-0 max-w-[44rem] overflow-x-auto lg:col-start-2 [&_h2]:scroll-mt-24">
          <SafeHtml html={html} />
          {versions.length > 1 && <Versions kind={kind} versions={versions} />}
        </div>
      </div>
    </div>
  );
}

function Versions({ kind, versions }: { kind: LegalKind } & Pick<Text, 'versions'>) {
  const { t } = useTranslation();
  const { date } = useFormats();
  return (
    <section className="mt-16 border-t border-line pt-8">
      <h2 className="text-xl font-semibold tracking-tight">{t('site.legal.versions')}</h2>
      <ul className="mt-4 space-y-2">
        {versions.map(({ version, createdAt }) => (
          <li key={version}>
            <Link to={`/${kind}/${version}`} className={linkClass}>
              {t('site.legal.version', { version, date: date(createdAt, 'short') })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoVersion({ kind }: { kind: LegalKind }) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24">
      <PageTitle>{t('site.legal.unknown')}</PageTitle>
      <EmptyState isPage icon={<FileQuestion aria-hidden />} title={t('site.legal.unknown')}>
        <Link to={`/${kind}`} className={linkClass}>
          {t('site.legal.newest')}
        </Link>
      </EmptyState>
    </div>
  );
}
