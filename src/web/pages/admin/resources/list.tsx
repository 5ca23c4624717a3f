import { EntityList } from '#web/components/entity/list.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { resourceFormFields, resourceQueries } from './resources.ts';
import { ResourceActions } from './row-actions.tsx';
import { UploadProgress } from './upload-progress.tsx';

export const handle: RouteHandle = { title: 'admin.menu.resources' };

/** Lists the downloads that operators offer, with their minimum tier and role (R-RES-01). */
export default function AdminResources() {
  const { textsOf } = useTranslation();
  const may = useMayCall();
  return (
    <>
      <EntityList
        readOnly={!may('resources/create')}
        source={resourceQueries}
        fields={resourceFormFields}
        columns={['title', 'description', 'type', 'tiers', 'roles']}
        texts={textsOf('resources.admin')}
        actions={(resource) => <ResourceActions resource={resource} />}
      />
      <UploadProgress />
    </>
  );
}
