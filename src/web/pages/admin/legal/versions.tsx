import type { TFunction } from 'i18next';
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CallResult } from '#contract/endpoint.ts';
import type { legal, LegalKind } from '#contract/legal.ts';
import { languageNames } from '#locales/locales.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Table, type Column } from '#web/ui/table.tsx';

type Version = CallResult<(typeof legal)['endpoints']['getOfAll']>['versions'][number];

interface Props {
  kind: LegalKind;
  /** Undefined while loading. */
  versions: readonly Version[] | undefined;
}

/** Lists the versions of a text with their authors; each opens on the site. */
export function LegalVersions({ kind, versions }: Props) {
  const { t } = useTranslation();
  return (
    <Card title={t('legal.versions')} flush className="mt-6">
      <Table
        caption={t('legal.versions')}
        rows={versions}
        rowKey={({ version }) => String(version)}
        columns={columnsOf(t, kind)}
        empty={
          <EmptyState icon={<FileText aria-hidden />} title={t('legal.emptyTitle')}>
            {t('legal.emptyText')}
          </EmptyState>
        }
      />
    </Card>
  );
}

const columnsOf = (t: TFunction, kind: LegalKind): Column<Version>[] => [
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
