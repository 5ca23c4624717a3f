import { Download, Upload } from 'lucide-react';
import { useSyncExternalStore, useRef } from 'react';
import { createPortal } from 'react-dom';
import { fileExtensions } from '#contract/entities/resources.ts';
import type { Resource } from '#contract/resources.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';
import { BusyIconButton } from '#web/components/busy-icon-button.tsx';
import { EntityList } from '#web/components/entity/list.tsx';
import { useDownload } from '#web/components/use-download.ts';
import { useFormats } from '#web/components/use-formats.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useAction } from '#web/pages/admin/use-action.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { resourceFormFields, resourceQueries } from './resources.ts';
import { uploadStore, uploadFile } from './upload.ts';

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

/** Renders the upload's progress above everything else. The server checks the file at the end. */
function UploadProgress() {
  const { t } = useTranslation();
  const formats = useFormats();
  const sending = useSyncExternalStore(uploadStore.subscribe, uploadStore.getSnapshot, () => null);
  if (!sending) return null;
  const { title, share } = sending;
  const percent = Math.round(share * 100);
  const label = t('resources.uploading', { title });
  return createPortal(
    <div className="fixed inset-x-4 bottom-4 z-60 flex flex-col gap-2 rounded-lg border border-line bg-raised p-4 text-sm text-ink shadow-lg sm:left-auto sm:w-80">
      <p className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 truncate font-medium">{label}</span>
        <span className="text-muted tabular-nums">{formats.number(percent)} %</span>
      </p>
      <progress
        aria-label={label}
        max={100}
        value={percent}
        className="h-1.5 w-full overflow-hidden rounded-full accent-(--accent)"
      />
      {share === 1 && <p className="text-muted">{t('resources.checking')}</p>}
    </div>,
    document.body,
  );
}

/** Renders the actions on a resource: download and replace its file. */
function ResourceActions({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const { title, type, hasFile } = resource;
  const download = useDownload();
  const input = useRef<HTMLInputElement>(null);
  const act = useAction();
  const may = useMayCall();
  const upload = async (file: File) => {
    const question = {
      title: t('resources.confirmReplace', { title }),
      yes: t('resources.replace'),
      no: t('common.action.cancel'),
    };
    await act({
      ...(hasFile && { question }),
      work: async () => {
        await uploadFile(resource, file);
        await queryClient.invalidateQueries({ queryKey: tenantQueryKey('resources') });
      },
      done: t('resources.uploaded'),
    });
  };
  return (
    <>
      {!hasFile && <Badge className="self-center">{t('resources.noFile')}</Badge>}
      <BusyIconButton
        label={t('resources.downloadOf', { title })}
        icon={<Download aria-hidden />}
        onAct={() => download(resource)}
      />
      {may('resources/upload') && (
        <IconButton
          label={t('resources.uploadOf', { title })}
          onClick={() => input.current?.click()}
        >
          <Upload aria-hidden />
        </IconButton>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={fileExtensions[type]}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void upload(file);
          target.value = '';
        }}
      />
    </>
  );
}
