import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { failureText } from '#web/components/errors/failure-text.ts';
import { saveFile } from '#web/components/save-file.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { today } from '#web/ui/date/date-text.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';

interface Props extends Pick<ButtonProps, 'size'> {
  /** Leaves the label to screen readers on a phone. */
  isTool?: boolean;
  label: string;
  /** Name of the file, without date and extension. */
  file: string;
  load: () => Promise<Blob> | Blob;
}

/** Downloads rows of a list as CSV; `load` fetches or writes it. */
export function ExportButton({ label, file, load, size, isTool = false }: Props) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const save = useMutation({
    mutationFn: async () => saveFile(await load(), `${file}-${today()}.csv`),
    onError: (error) =>
      void dialogs.error({
        title: t('lists.exportFailed'),
        text: failureText(t, error) ?? t('errors.internal'),
      }),
  });
  return (
    <Button
      variant="white"
      {...(size && { size })}
      className={clsx(isTool && 'max-sm:px-3')}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      <Download aria-hidden className="size-4" />
      <span className={clsx(isTool && 'max-sm:sr-only')}>{label}</span>
    </Button>
  );
}
