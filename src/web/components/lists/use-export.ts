import { useMutation } from '@tanstack/react-query';
import type { Locale } from '#locales/locales.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { saveFile } from '#web/components/save-file.ts';
import { useTranslation } from '#web/session/translation.ts';
import { today } from '#web/ui/date/date-text.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';

type Export = {
  /** Fetches or writes the rows. */
  load: (language: Locale) => Promise<Blob> | Blob;
  extension: 'csv' | 'jsonl';
};

/** Returns the mutation that downloads rows of a list; `file` is its name, without date and extension. */
export function useExport(file: string) {
  const { t, locale } = useTranslation();
  const dialogs = useDialogs();
  return useMutation({
    mutationFn: async ({ load, extension }: Export) =>
      saveFile(await load(locale), `${file}-${today()}.${extension}`),
    onError: (error) =>
      void dialogs.error({
        title: t('lists.exportFailed'),
        text: failureText(t, error) ?? t('errors.internal'),
      }),
  });
}
