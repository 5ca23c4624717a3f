import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { TenantSummary } from '#contract/membership.ts';
import { requiredText, text } from '#contract/shapes.ts';
import { api } from '#web/api/api.ts';
import { checkedBy, showFailure, useFieldError } from '#web/components/form-failures.ts';
import { FormFoot } from '#web/components/form-foot.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { settingsOf, useShowUpdated } from './update.ts';

const schema = z.object({ name: requiredText(200), subdomain: text(63), domain: text(253) });

/** Edits name, subdomain and domain. */
export function Details({ tenant }: { tenant: TenantSummary }) {
  const { t } = useTranslation();
  const told = useFieldError();
  const showUpdated = useShowUpdated();
  const { name, subdomain, domain } = tenant;
  const form = useForm({
    resolver: checkedBy(schema),
    mode: 'onChange',
    defaultValues: { name, subdomain, domain },
  });
  const { register, handleSubmit, setError, reset, formState } = form;
  const { errors } = formState;

  const save = handleSubmit(async (input) => {
    try {
      const body = { ...settingsOf(tenant), ...input };
      const updated = await api.tenants.update({ params: { id: tenant.id }, body });
      reset({ name: updated.name, subdomain: updated.subdomain, domain: updated.domain });
      showUpdated(updated);
    } catch (error) {
      showFailure(error, { setError, fieldOf });
    }
  });

  const isOperators = subdomain === 'admin';
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Card footer={<FormFoot state={formState} label={t('common.action.save')} />}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...register('name')}
            label={t('settings.organization.details.name')}
            autoComplete="organization"
            className="sm:col-span-2"
            error={told(errors.name)}
          />
          <TextField
            {...register('subdomain')}
            label={t('settings.organization.details.subdomain')}
            hint={t(
              `settings.organization.details.${isOperators ? 'subdomainFixed' : 'subdomainHint'}`,
            )}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            readOnly={isOperators}
            error={told(errors.subdomain)}
            optional
          />
          <TextField
            {...register('domain')}
            label={t('settings.organization.details.domain')}
            hint={t('settings.organization.details.domainHint')}
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            error={told(errors.domain)}
            optional
          />
        </div>
      </Card>
    </form>
  );
}

/** Returns the field that shows a refusal, such as a name or a hostname that is taken. */
const fieldOf = (name: string) => {
  if (name.startsWith('tenant.subdomain')) return 'subdomain';
  if (name === 'account.verify.organizationTaken') return 'name';
  return (['name', 'subdomain', 'domain'] as const).find((known) => known === name);
};
