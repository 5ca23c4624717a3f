import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { EntityField } from '#web/components/entity/field.tsx';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import { productForm } from './catalogue.ts';

type Name = keyof typeof productForm.fields;

/** Renders the fields of a product. The provider's id is read-only after creation. */
export function ProductFields({ editing }: { editing: boolean }) {
  const { t } = useTranslation();
  const { isDirty, isSubmitting } = useFormContext().formState;
  useUnsavedChanges(isDirty, { isSaving: isSubmitting });
  const hints: Partial<Record<Name, string>> = {
    ...(!editing && { serviceId: t('catalogue.hint.serviceId') }),
    maxUsers: t('catalogue.hint.maxUsers'),
  };
  const names = Object.keys(productForm.fields) as Name[];
  return names.map((name) => (
    <EntityField
      key={name}
      name={name}
      field={productForm.fields[name]}
      label={t(`catalogue.field.${name}`)}
      hint={hints[name]}
      disabled={editing && name === 'serviceId'}
    />
  ));
}
