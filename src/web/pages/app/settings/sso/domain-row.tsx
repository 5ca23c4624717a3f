import { useMutation } from '@tanstack/react-query';
import type { VerifiedDomain } from '#contract/sso/domains.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { CopyField } from '#web/pages/app/settings/general/provisioning/copy-field.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { refreshDomains } from './queries.ts';

/** Renders a domain with its state; until it is verified, with the TXT record to publish. */
export function DomainRow({ domain }: { domain: VerifiedDomain }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const params = { id: domain.id };
  const verify = useMutation({
    mutationFn: () => api.domains.verify({ params }),
    onSuccess: () => void toast({ tone: 'success', title: t('sso.domains.verifiedNow', domain) }),
    onSettled: refreshDomains,
  });
  const isOpen = domain.verifiedAt === null || domain.lapsesAt !== null;
  return (
    <li className="grid gap-4 py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-40 font-medium break-all">{domain.domain}</p>
        <StateBadge domain={domain} />
        <RemoveDomain domain={domain} />
      </div>
      {isOpen && (
        <>
          {domain.lapsesAt !== null && (
            <Banner tone="warning">
              {t('sso.domains.missing', { date: date(domain.lapsesAt, 'short') })}
            </Banner>
          )}
          <p className="text-sm text-pretty text-muted">{t('sso.domains.publish')}</p>
          <CopyField label={t('sso.domains.recordName')} value={domain.record.name} />
          <CopyField label={t('sso.domains.recordValue')} value={domain.record.value} />
          {verify.error && (
            <Banner tone="danger" role="alert">
              {failureText(t, verify.error) ?? t('errors.internal')}
            </Banner>
          )}
          <Button
            className="justify-self-start"
            loading={verify.isPending}
            onClick={() => verify.mutate()}
          >
            {t('sso.domains.verify')}
          </Button>
        </>
      )}
    </li>
  );
}

function StateBadge({ domain: { verifiedAt, lapsesAt } }: { domain: VerifiedDomain }) {
  const { t } = useTranslation();
  if (verifiedAt === null) return <Badge>{t('sso.domains.pending')}</Badge>;
  return lapsesAt === null ? (
    <Badge tone="success">{t('sso.domains.verified')}</Badge>
  ) : (
    <Badge tone="warning">{t('sso.domains.failing')}</Badge>
  );
}

function RemoveDomain({ domain: { id, domain } }: { domain: VerifiedDomain }) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const remove = useMutation({
    mutationFn: () => api.domains.remove({ params: { id } }),
    onSettled: refreshDomains,
    onError: (error) => void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
  });
  const ask = async () => {
    const sure = await dialogs.confirm({
      title: t('sso.domains.removeTitle', { domain }),
      text: t('sso.domains.removeText'),
      yes: t('sso.domains.remove'),
      no: t('common.action.cancel'),
      danger: true,
    });
    if (sure) remove.mutate();
  };
  return (
    <Button
      variant="white"
      size="sm"
      aria-label={t('sso.domains.removeNamed', { domain })}
      loading={remove.isPending}
      onClick={() => void ask()}
    >
      {t('sso.domains.remove')}
    </Button>
  );
}
