import { queryOptions, useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useNavigate, useParams } from 'react-router';
import type { CallResult } from '#contract/endpoint.ts';
import { legalKinds, type LegalKind, type legal } from '#contract/legal.ts';
import { legalVersionList } from '#contract/lists/local.ts';
import { languageNames, locales } from '#locales/locales.ts';
import type { Translate } from '#locales/translation.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { DataList } from '#web/components/lists/data-list.tsx';
import { choicesOf, useLocalList } from '#web/components/lists/use-declared-list.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LegalForm } from './form.tsx';

export const handle: RouteHandle = { title: 'legal.title' };

const legalQuery = (kind: LegalKind) =>
  queryOptions({
    queryKey: ['operator', 'legal', kind],
    queryFn: () => api.legal.getOfAll({ params: { kind } }),
  });

/** Edits the terms and the privacy policy by language; each save is a version (R-LEG-02). */
export default function LegalTexts() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const params = useParams();
  const own = useTranslation().locale;
  const kind = legalKinds.find((known) => known === params['kind']) ?? 'terms';
  const language = locales.find((known) => known === params['language']) ?? own;
  const list = useQuery(legalQuery(kind));
  if (list.error && !list.data) throw list.error;
  const open = (path: string) => void navigate(`/admin/legal/${path}`, { replace: true });
  return (
    <>
      <PageTitle>{t('legal.title')}</PageTitle>
      <PageHeader title={t('legal.title')} description={t('legal.text')} />
      <div className="mb-5 flex flex-wrap gap-3">
        <SegmentedControl
          label={t('legal.kind')}
          segments={legalKinds.map((value) => ({ value, label: t(`legal.kinds.${value}`) }))}
          value={kind}
          onChange={({ target }) => open(`${target.value}/${language}`)}
        />
        <SegmentedControl
          label={t('legal.language')}
          className="flex-wrap"
          segments={locales.map((value) => ({ value, label: languageNames[value] }))}
          value={language}
          onChange={({ target }) => open(`${kind}/${target.value}`)}
        />
      </div>
      {list.data ? (
        <LegalForm key={`${kind} ${language}`} {...{ kind, language }} legal={list.data} />
      ) : (
        <Card aria-busy>
          <Skeleton className="h-96" />
        </Card>
      )}
      <LegalVersions kind={kind} versions={list.data?.versions} />
    </>
  );
}

type Version = CallResult<(typeof legal)['endpoints']['getOfAll']>['versions'][number];

type Props = {
  kind: LegalKind;
  /** Undefined while loading. */
  versions: readonly Version[] | undefined;
};

/** Lists the versions of a text with their authors; each opens on the site. */
function LegalVersions({ kind, versions }: Props) {
  const { t } = useTranslation();
  const { state, rows, csv } = useLocalList(versions, legalVersionList, {
    scope: 'versions',
    columns: columnsOf(t, kind),
    filters: {
      language: {
        label: t('legal.language'),
        choices: choicesOf(locales, (language) => languageNames[language]),
      },
      asks: {
        label: t('legal.acceptance'),
        choices: choicesOf([true, false], (asks) => t(asks ? 'legal.asked' : 'legal.notAsked')),
      },
      date: { label: t('legal.date') },
    },
    values: {
      version: ({ version }) => version,
      language: ({ language }) => language,
      date: ({ createdAt }) => createdAt,
      author: ({ author }) => author,
      asks: ({ requiresAcceptance }) => requiresAcceptance,
    },
  });
  return (
    <DataList
      name="operator.legalVersions"
      caption={t('legal.versions')}
      hasTitle
      isPanel
      count={versions?.length}
      state={state}
      rows={rows}
      csv={csv}
      rowKey={({ version }) => String(version)}
      empty={
        <EmptyState icon={<FileText aria-hidden />} title={t('legal.emptyTitle')}>
          {t('legal.emptyText')}
        </EmptyState>
      }
    />
  );
}

const columnsOf = (t: Translate, kind: LegalKind): ListColumn<Version>[] => [
  {
    key: 'version',
    header: t('legal.version'),
    render: ({ version, language }) => (
      <a
        href={`/${kind}/${version}?${new URLSearchParams({ lang: language }).toString()}`}
        target="_blank"
        rel="noopener"
        className="font-semibold text-accent-ink underline-offset-4 hover:underline"
      >
        {t('legal.versionOf', { version })}
      </a>
    ),
  },
  {
    key: 'language',
    header: t('legal.language'),
    render: ({ language }) => languageNames[language],
  },
  {
    key: 'date',
    header: t('legal.date'),
    render: ({ createdAt }) => <DateTime at={createdAt} />,
  },
  {
    key: 'author',
    header: t('legal.author'),
    render: ({ author }) => <span className="wrap-anywhere">{author}</span>,
  },
  {
    key: 'asks',
    header: t('legal.acceptance'),
    render: ({ requiresAcceptance }) =>
      requiresAcceptance ? <Badge tone="accent">{t('legal.asked')}</Badge> : t('legal.notAsked'),
  },
];
