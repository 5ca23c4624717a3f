import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { TenantSummary } from '#contract/membership.ts';
import { api } from '#web/api/api.ts';
import { setFormFailure } from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { useOrigin } from '#web/components/seo/use-origin.ts';
import { domainsQuery } from '#web/pages/app/settings/sso/queries.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DomainState } from './domain-state.tsx';
import { organizationSettings, useApplySettings } from './settings-update.ts';

const domainsPath = '/app/settings/organization/sso#domains';
const linkClass = 'font-semibold text-accent-ink underline-offset-4 hover:underline';

/** Returns the address of an organization below the main site; null without a subdomain. */
function subdomainUrl(origin: string, subdomain: string) {
  const { protocol, host } = new URL(origin);
  return subdomain && `${protocol}//${subdomain}.${host}`;
}

/** Shows where members sign in, and makes one of the organization's domains such an address (R-ADR-09). */
export function OwnAddress({ tenant }: { tenant: TenantSummary }) {
  const { t } = useTranslation();
  const origin = useOrigin();
  const showUpdated = useApplySettings();
  const { data: domains, error } = useQuery(domainsQuery());
  const form = useForm({ values: { domain: tenant.domain } });
  const { control, register, handleSubmit, setError, formState } = form;
  const chosen = useWatch({ control, name: 'domain' });
  if (error && !domains) throw error;
  const url = subdomainUrl(origin, tenant.subdomain);

  const save = handleSubmit(async ({ domain }) => {
    try {
      const body = { ...organizationSettings(tenant), domain };
      showUpdated(await api.tenants.update({ params: { id: tenant.id }, body }));
    } catch (failure) {
      setFormFailure(failure, { setError, fieldOf: () => undefined });
    }
  });

  if (!domains) return <Skeleton className="h-40" />;
  const names = [...new Set([...domains.map(({ domain }) => domain), tenant.domain])];
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Card footer={<FormFooter edits state={formState} label={t('common.action.save')} />}>
        <div className="grid gap-5">
          <div>
            <p className="text-sm font-medium">{t('settings.organization.address.below')}</p>
            <p className="mt-1 text-sm break-all text-muted">
              {url ? (
                <a href={url} target="_blank" rel="noopener" className={linkClass}>
                  {url}
                </a>
              ) : (
                t('settings.organization.address.noSubdomain')
              )}
            </p>
          </div>
          {domains.length === 0 && !tenant.domain ? (
            <Banner tone="info">
              {t('settings.organization.address.noDomains')}{' '}
              <Link to={domainsPath} className={linkClass}>
                {t('settings.organization.address.addDomain')}
              </Link>
            </Banner>
          ) : (
            <>
              <Select
                {...register('domain')}
                label={t('settings.organization.address.domain')}
                hint={t('settings.organization.address.domainHint')}
                placeholder={t('settings.organization.address.none')}
                options={names.filter(Boolean).map((value) => ({ value, label: value }))}
                optional
              />
              {chosen && (
                <DomainState
                  name={chosen}
                  domain={domains.find(({ domain }) => domain === chosen.toLowerCase())}
                  isSaved={chosen === tenant.domain}
                  target={new URL(origin).hostname}
                  domainsPath={domainsPath}
                />
              )}
            </>
          )}
        </div>
      </Card>
    </form>
  );
}
