import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from '#web/ui/field.tsx';
import { FileField } from '#web/ui/file-field.tsx';
import { readAsDataUrl } from '#web/ui/files.ts';

interface Props extends FieldProps {
  onChange: (value: string | null) => void;
  disabled: boolean;
}

const maxMegabytes = 10;

/** One file of the types of section 3; the value is a data URL. */
export function EntityFileField({ onChange, ...shared }: Props) {
  const { t } = useTranslation();
  const [files, setFiles] = useState<File[]>([]);
  const choose = async (chosen: File[]) => {
    setFiles(chosen);
    onChange(chosen[0] ? await readAsDataUrl(chosen[0]) : null);
  };
  return (
    <FileField
      {...shared}
      hint="zip, txt, png, jpg, rar"
      limits={{ accept: '.zip,.txt,.png,.jpg,.rar', maxBytes: maxMegabytes * 1_000_000 }}
      messages={{
        type: t('common.file.fileType'),
        size: t('common.file.fileSize', { max: maxMegabytes }),
        count: t('common.file.fileCount'),
      }}
      value={files}
      onChange={(chosen) => void choose(chosen)}
    />
  );
}
