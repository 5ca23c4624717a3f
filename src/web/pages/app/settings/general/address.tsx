import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { TenantSummary } from '#contract/membership.ts';
import type { VerifiedDomain } from '#contract/sso/domains.ts';
import { api } from '#web/api/api.ts';
import { setFormFailure } from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { useOrigin } from '#web/components/seo/use-origin.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { domainsQuery } from '#web/pages/app/settings/sso/queries.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
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

type Props = {
  name: string;
  /** Undefined for a domain that was never added. */
  domain: VerifiedDomain | undefined;
  /** True once the domain is the address of the organization. */
  isSaved: boolean;
  /** Host of the main site, which the domain must lead to. */
  target: string;
  domainsPath: string;
};

/** Shows the state of a domain as an address, and what to do next. */
function DomainState({ name, domain, isSaved, target, domainsPath }: Props) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const verify = (
    <Link to={domainsPath} className="font-semibold underline underline-offset-4">
      {t('settings.organization.address.verify')}
    </Link>
  );
  if (!domain?.verifiedAt) {
    return (
      <Banner tone="warning" title={t('settings.organization.address.waiting')}>
        {t('settings.organization.address.waitingText', { domain: name })} {verify}
      </Banner>
    );
  }
  return (
    <div className="grid gap-3 text-sm">
      {isSaved && (
        <p className="flex flex-wrap items-center gap-3">
          <a
            href={`https://${name}`}
            target="_blank"
            rel="noopener"
            className="font-semibold break-all text-accent-ink underline-offset-4 hover:underline"
          >
            {`https://${name}`}
          </a>
          <Badge tone={domain.lapsesAt === null ? 'success' : 'warning'}>
            {t(`settings.organization.address.${domain.lapsesAt === null ? 'active' : 'failing'}`)}
          </Badge>
        </p>
      )}
      {domain.lapsesAt !== null && (
        <Banner tone="warning">
          {t('settings.organization.address.failingText', { date: date(domain.lapsesAt, 'short') })}{' '}
          {verify}
        </Banner>
      )}
      <p className="text-pretty text-muted">{t('settings.organization.address.point')}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 font-mono text-sm break-all">
        <dt className="font-sans text-muted">{t('settings.organization.address.recordName')}</dt>
        <dd>{name}</dd>
        <dt className="font-sans text-muted">{t('settings.organization.address.recordType')}</dt>
        <dd>CNAME</dd>
        <dt className="font-sans text-muted">{t('settings.organization.address.recordValue')}</dt>
        <dd>{target}</dd>
      </dl>
    </div>
  );
}
