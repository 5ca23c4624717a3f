import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { requiredText } from '#contract/shapes.ts';
import { api } from '#web/api/api.ts';
import { ReadOnlyNotice } from '#web/components/billing/read-only.tsx';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { SettingsSection } from '#web/components/settings-section.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Activation } from './activation.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { DomainRow } from './domain-row.tsx';
import { ssoQuery, domainsQuery, refreshDomains } from './queries.ts';
import { SignInLog } from './sign-in-log.tsx';

export const handle: RouteHandle = { title: 'sso.title' };

/** Renders the verified domains of the organization and its identity provider (R-DOM-01, R-SSO-01). */
export default function SsoSettings() {
  const { t } = useTranslation();
  const { tenant } = useSession();
  const readOnly = useReadOnly();
  return (
    <>
      <PageTitle>{t('sso.title')}</PageTitle>
      <PageHeader title={t('sso.title')} description={t('sso.text', { name: tenant.name })} />
      <ReadOnlyNotice />
      <fieldset disabled={readOnly !== null} className="contents">
        <SettingsSection id="domains" title={t('sso.domains.title')} text={t('sso.domains.text')}>
          <Domains />
        </SettingsSection>
        <IdentityProvider />
      </fieldset>
      <SettingsSection title={t('sso.log.title')} text={t('sso.log.text')}>
        <SignInLog />
      </SettingsSection>
    </>
  );
}

/** Renders the identity provider: its settings, then the test and the activation (R-SSO-01, R-SSO-02). */
function IdentityProvider() {
  const { t } = useTranslation();
  const { data, error } = useQuery(ssoQuery());
  if (error && !data) throw error;
  return (
    <>
      <SettingsSection
        id="connection"
        title={t('sso.connection.title')}
        text={t('sso.connection.text')}
      >
        {data ? <ConnectionForm settings={data} /> : <Skeleton className="h-270" />}
      </SettingsSection>
      <SettingsSection title={t('sso.activation.title')} text={t('sso.activation.text')}>
        {data ? <Activation settings={data} /> : <Skeleton className="h-32" />}
      </SettingsSection>
    </>
  );
}

/** Lists the domains of the organization with the records that prove them, and adds one. */
function Domains() {
  const { t } = useTranslation();
  const { data, error } = useQuery(domainsQuery());
  if (error && !data) throw error;
  return (
    <Card footer={<AddDomain />}>
      {data === undefined && <Skeleton className="h-53" />}
      {data?.length === 0 && (
        <EmptyState
          title={t('sso.domains.emptyTitle')}
          icon={<Globe aria-hidden />}
          className="py-6"
        >
          {t('sso.domains.emptyText')}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ul role="list" className="-my-5 divide-y divide-line">
          {data.map((domain) => (
            <DomainRow key={domain.id} domain={domain} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const schema = z.object({ domain: requiredText(253) });

function AddDomain() {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const form = useForm({ resolver: schemaResolver(schema), defaultValues: { domain: '' } });
  const { register, handleSubmit, setError, reset, formState } = form;
  const add = handleSubmit(async (body) => {
    try {
      await api.domains.add({ body });
      reset();
      await refreshDomains();
    } catch (error) {
      setFormFailure(error, {
        setError,
        fieldOf: (name) => (/^domain(s\.|$)/.test(name) ? 'domain' : undefined),
      });
    }
  });
  return (
    <form
      noValidate
      onSubmit={(event) => void add(event)}
      className="flex w-full flex-wrap items-start gap-2"
    >
      <TextField
        {...register('domain')}
        label={t('sso.domains.domain')}
        placeholder="example.com"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        className="min-w-0 flex-1 basis-60"
        error={errorText(formState.errors.domain ?? formState.errors.root?.['server'])}
      />
      <Button type="submit" variant="secondary" loading={formState.isSubmitting} className="mt-6.5">
        {t('sso.domains.add')}
      </Button>
    </form>
  );
}
