import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { requiredText } from '#contract/shapes.ts';
import { api } from '#web/api/api.ts';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { DomainRow } from './domain-row.tsx';
import { domainsQuery, refreshDomains } from './queries.ts';

/** Lists the domains of the organization with the records that prove them, and adds one. */
export function Domains() {
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
