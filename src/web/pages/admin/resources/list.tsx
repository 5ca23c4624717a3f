import { useTranslation } from 'react-i18next';
import { EntityList } from '#web/components/entity-list.tsx';
import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { formFields, source } from './resources.ts';
import { ResourceActions } from './row-actions.tsx';
import { UploadProgress } from './upload-progress.tsx';

export const handle: Titled = { title: 'admin.menu.resources' };

/** Lists the downloads that operators offer, with their minimum tier and role (R-RES-01). */
export default function AdminResources() {
  const { t } = useTranslation();
  return (
    <>
      <EntityList
        source={source}
        fields={formFields}
        columns={['title', 'description', 'type', 'tiers', 'roles']}
        texts={t('app.resources.admin', { returnObjects: true })}
        actions={(resource) => <ResourceActions resource={resource} />}
      />
      <UploadProgress />
    </>
  );
}
