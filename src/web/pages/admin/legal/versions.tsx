import { FileText } from 'lucide-react';
import type { CallResult } from '#contract/endpoint.ts';
import type { legal, LegalKind } from '#contract/legal.ts';
import { legalVersionList } from '#contract/lists/local.ts';
import { languageNames, locales } from '#locales/locales.ts';
import type { Translate } from '#locales/translation.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { DataList } from '#web/components/lists/data-list.tsx';
import { choicesOf, useLocalList } from '#web/components/lists/use-declared-list.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

type Version = CallResult<(typeof legal)['endpoints']['getOfAll']>['versions'][number];

type Props = {
  kind: LegalKind;
  /** Undefined while loading. */
  versions: readonly Version[] | undefined;
};

/** Lists the versions of a text with their authors; each opens on the site. */
export function LegalVersions({ kind, versions }: Props) {
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
