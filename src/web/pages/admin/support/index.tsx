import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { type SupportRecord, tenantInput } from '#contract/support/support.ts';
import { api } from '#web/api/api.ts';
import { EntityField } from '#web/components/entity/field.tsx';
import { tenantNameField } from '#web/components/forms/tenant-name-field.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { UnknownRecord } from '#web/components/unknown-record.tsx';
import { useFormats } from '#web/components/use-formats.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { OrganizationTabs } from '#web/pages/admin/organization-tabs.tsx';
import { useAction } from '#web/pages/admin/use-action.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';
import { ActionLog } from './action-log.tsx';
import { DialogText, SupportDialog } from './dialog.tsx';
import { Invoices } from './invoices.tsx';
import { supportQuery } from './queries.ts';
import { SubscriptionCard } from './subscription-card.tsx';

export const handle: RouteHandle = { title: 'support.title' };

/** Renders the billing of an organization, with the operator's changes (R-SUP-01). */
export default function Support({ params }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { data: record, error, refetch, isFetching } = useQuery(supportQuery(params.tenantId));
  if (error instanceof Failure && error.code === 'notFound') return <UnknownRecord error={error} />;
  if (error && !record) throw error;
  if (!record) {
    return (
      <>
        <PageTitle>{t('support.title')}</PageTitle>
        <PageHeader title={t('support.title')} description={t('support.text')} />
        <Skeleton className="h-72 rounded-lg" />
        <Skeleton className="h-48 rounded-lg" />
        <Skeleton className="h-48 rounded-lg" />
      </>
    );
  }
  return (
    <>
      <PageTitle>{t('support.of', { name: record.tenant.name })}</PageTitle>
      <SupportHeader record={record} />
      {!record.providerReached && (
        <Banner
          tone="warning"
          role="status"
          title={t('billing.provider.title')}
          action={
            <Button size="sm" variant="white" loading={isFetching} onClick={() => void refetch()}>
              {t('common.action.retry')}
            </Button>
          }
        />
      )}
      {record.tenant.isOperators ? (
        <Banner tone="info">{t('support.adminTenant')}</Banner>
      ) : (
        <>
          <FailedOperations record={record} />
          <SubscriptionCard record={record} />
          <Invoices record={record} />
        </>
      )}
      <ActionLog actions={record.actions} />
    </>
  );
}

/** Renders the head of the support page, with the dialog that edits the organization (R-SUP-07). */
function SupportHeader({ record }: { record: SupportRecord }) {
  const { t } = useTranslation();
  const may = useMayCall();
  const [isEditing, setEditing] = useState(false);
  const { id, name } = record.tenant;
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{name}</span>}
        actions={
          may('support/editTenant') && (
            <Button variant="white" onClick={() => setEditing(true)}>
              {t('support.action.edit')}
            </Button>
          )
        }
      />
      <OrganizationTabs tenantId={id} name={name} />
      <p className="max-w-prose text-sm text-pretty text-muted">{t('support.text')}</p>
      {isEditing && <EditDialog record={record} onClose={() => setEditing(false)} />}
    </>
  );
}

/** Shows the changes that the provider refused to reverse, and tries them again (R-SUB-20). */
function FailedOperations({ record }: { record: SupportRecord }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const may = useMayCall();
  const action = useAction();
  const params = { id: record.tenant.id };
  return record.failedOperations.map(({ id, at, refusals }) => (
    <Banner
      key={id}
      tone="danger"
      title={t('support.reversal.title', { date: date(at, 'short') })}
      action={
        may('support/retryReversal') && (
          <Button
            size="sm"
            variant="white"
            disabled={!record.providerReached}
            onClick={() =>
              void action({
                work: () => api.support.retryReversal({ params, body: { operationId: id } }),
                done: t('support.reversal.done'),
                removes: true,
              })
            }
          >
            {t('common.action.retry')}
          </Button>
        )
      }
    >
      {t('support.reversal.text', { reason: refusals.join(' ') })}
    </Banner>
  ));
}

const fields = {
  name: { kind: 'String' },
  subdomain: { kind: 'String', optional: true },
  domain: { kind: 'String', optional: true },
} as const;

/** Takes the empty values of the form, which are null. */
const schema = z.preprocess(
  (values: object) =>
    Object.fromEntries(Object.entries(values).map(([of, value]) => [of, value ?? ''])),
  tenantInput,
);

/** Edits name and addresses of an organization (R-SUP-07). */
function EditDialog({ record: { tenant }, onClose }: Props) {
  const { t } = useTranslation();
  const { name, subdomain, domain } = tenant;
  return (
    <SupportDialog
      title={t('support.edit.title', { name })}
      submit={t('support.edit.submit')}
      done={t('support.edit.done')}
      fields={fields}
      fieldOf={tenantNameField}
      schema={schema}
      defaultValues={{ name, subdomain, domain }}
      send={(body) => api.support.editTenant({ params: { id: tenant.id }, body })}
      onClose={onClose}
    >
      <DialogText>{t('support.edit.text')}</DialogText>
      <EntityField
        name="name"
        field={fields.name}
        label={t('support.field.name')}
        disabled={false}
      />
      <EntityField
        name="subdomain"
        field={fields.subdomain}
        label={t('support.field.subdomain')}
        hint={t('support.hint.subdomain')}
        disabled={tenant.isOperators}
      />
      <EntityField
        name="domain"
        field={fields.domain}
        label={t('support.field.domain')}
        disabled={false}
      />
    </SupportDialog>
  );
}

type Props = {
  record: SupportRecord;
  onClose: () => void;
};
