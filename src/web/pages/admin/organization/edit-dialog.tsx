import { z } from 'zod';
import { type SupportRecord, tenantInput } from '#contract/support/support.ts';
import { api } from '#web/api/api.ts';
import { EntityField } from '#web/components/entity/field.tsx';
import { tenantNameField } from '#web/components/forms/tenant-name-field.ts';
import { DialogText, SupportDialog } from '#web/pages/admin/support/dialog.tsx';
import { useTranslation } from '#web/session/translation.ts';

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
export function EditDialog({ record: { tenant }, onClose }: Props) {
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
