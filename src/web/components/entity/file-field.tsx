import { useRouteLoaderData } from 'react-router';
import { useTranslation } from '#web/session/translation.ts';
import type { FieldProps } from '#web/ui/field.tsx';
import { FileField } from '#web/ui/file-field.tsx';

type Props = {
  value: File | null;
  onChange: (value: File | null) => void;
  disabled: boolean;
} & FieldProps;

const gibibyte = 1024 ** 3;

/** Renders the file input of an entity; the value is the file (R-RES-01). */
export function EntityFileField({ value, onChange, ...shared }: Props) {
  const { t } = useTranslation();
  const root = useRouteLoaderData<{ site: { uploadLimit: number } }>('root');
  const maxBytes = root?.site.uploadLimit ?? 2 * gibibyte;
  return (
    <FileField
      {...shared}
      hint="zip, txt, png, jpg, rar"
      limits={{ accept: '.zip,.txt,.png,.jpg,.jpeg,.rar', maxBytes }}
      messages={{
        type: t('common.file.fileType'),
        size: t('common.file.fileSize', { max: Math.floor(maxBytes / 1024 ** 2) }),
        count: t('common.file.fileCount'),
      }}
      value={value ? [value] : []}
      onChange={([file]) => onChange(file ?? null)}
    />
  );
}
