import { Link } from 'react-router';
import type { VerifiedDomain } from '#contract/sso/domains.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';

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
export function DomainState({ name, domain, isSaved, target, domainsPath }: Props) {
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
