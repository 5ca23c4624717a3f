import { useTranslation } from 'react-i18next';
import { EntityForm } from '#web/components/entity-form.tsx';
import { formFields, formSchema, source } from './resources.ts';

/** Opening it leaves the list where it is. */
export const handle = { panel: true };

/** A resource with its file (specification, sections 3 and 4). */
export default function ResourceForm() {
  const { t } = useTranslation();
  return (
    <EntityForm
      source={source}
      fields={formFields}
      schema={formSchema}
      texts={t('app.resources.admin', { returnObjects: true })}
    />
  );
}
