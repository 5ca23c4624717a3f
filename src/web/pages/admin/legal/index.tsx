import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { legalKinds, type LegalKind } from '#contract/legal.ts';
import { languageNames, locales } from '#locales/locales.ts';
import { api } from '#web/api/api.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LegalForm } from './form.tsx';
import { LegalVersions } from './versions.tsx';

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
