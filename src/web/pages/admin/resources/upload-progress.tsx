import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { uploadStore } from './upload.ts';

/** Renders the upload's progress above everything else. The server checks the file at the end. */
export function UploadProgress() {
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
