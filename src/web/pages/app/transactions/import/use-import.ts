import { useMutation } from '@tanstack/react-query';
import type { TransactionImport } from '#contract/imports/imports.ts';
import type { CompleteImportMapping } from '#contract/imports/mapping.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { isLimitFailure, useLimitPrompt } from '#web/components/usage/use-limit-prompt.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { refreshImports, type ChosenFile } from './queries.ts';

type Order = { mapping: CompleteImportMapping; skipWrong: boolean; skipExisting: boolean };

/** Returns the mutation that imports a file; a refusal is explained in a dialog. */
export function useImport(
  { file, content }: ChosenFile,
  onImported: (imported: TransactionImport) => void,
) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const promptLimit = useLimitPrompt();
  return useMutation({
    mutationFn: ({ mapping: { columns, dateFormat, decimalMark }, ...skipped }: Order) =>
      api.imports.create({
        body: { fileName: file.name, content, columns, dateFormat, decimalMark, ...skipped },
      }),
    onSuccess: onImported,
    onError: (error) =>
      void (isLimitFailure(error)
        ? promptLimit(error)
        : dialogs.error({ text: failureText(t, error) ?? t('errors.internal') })),
    onSettled: () => refreshImports(),
  });
}
