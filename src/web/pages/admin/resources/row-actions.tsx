import { Download, Upload } from 'lucide-react';
import { useRef } from 'react';
import { fileExtensions } from '#contract/entities/resources.ts';
import type { Resource } from '#contract/resources.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';
import { BusyIconButton } from '#web/components/busy-icon-button.tsx';
import { useDownload } from '#web/components/use-download.ts';
import { useAction } from '#web/pages/admin/use-action.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { uploadFile } from './upload.ts';

/** Renders the actions on a resource: download and replace its file. */
export function ResourceActions({ resource }: { resource: Resource }) {
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
