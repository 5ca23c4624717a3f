import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { api } from '#web/api/api.ts';
import { storedTenantId } from '#web/api/credentials.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { entryPath } from '#web/session/leave-for-entry.ts';
import { storeResumePath } from '#web/session/resume.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

function entryQuery() {
  const tenantId = storedTenantId() ?? '';
  return queryOptions({
    queryKey: tenantQueryKey('entry'),
    queryFn: () => api.policies.getEntry({ params: { tenantId } }),
  });
}

/** Loads the data of the banner. */
export const loadFactorDue = () => queryClient.ensureQueryData(entryQuery());

/** Renders until when the person must set up a second factor, and leads to it (R-POL-06). */
export function FactorBanner() {
  const { t } = useTranslation();
  const formats = useFormats();
  const { pathname, search } = useLocation();
  const { data } = useQuery(entryQuery());
  if (!data?.factorDueAt) return null;
  return (
    <Banner
      tone="warning"
      action={
        <Button
          size="sm"
          variant="white"
          render={<Link to={entryPath} reloadDocument />}
          onClick={() => storeResumePath(`${pathname}${search}`)}
        >
          {t('policies.banner.action')}
        </Button>
      }
    >
      {t('policies.banner.text', {
        organization: data.organization,
        date: formats.date(data.factorDueAt, 'short'),
      })}
    </Banner>
  );
}
