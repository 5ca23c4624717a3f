import { useParams } from 'react-router';
import { EntityForm } from '#web/components/entity/form.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { resourceFormFields, resourceFormSchema, resourceQueries } from './resources.ts';

/** Opens as a panel: the list behind keeps its scroll position. */
export const handle = { panel: true };

/** Creates or edits a resource with its file (R-OPR-05). */
export default function ResourceForm() {
  const { textsOf } = useTranslation();
  const { id } = useParams();
  const texts = textsOf('resources.admin');
  // Only an existing resource has a file that a different type removes.
  const fields = id ? { ...texts.fields, file: texts.replaceFile } : texts.fields;
  return (
    <EntityForm
      source={resourceQueries}
      fields={resourceFormFields}
      schema={resourceFormSchema}
      texts={{ ...texts, fields }}
    />
  );
}
