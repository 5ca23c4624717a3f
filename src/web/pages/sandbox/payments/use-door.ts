import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureText } from '#web/components/failure-text.ts';
import { openDoor } from '#web/pages/sandbox/ask.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { recordsQuery } from './records.ts';

/**
 * Returns a mutation that calls an endpoint of the sandbox, refetches the records and shows errors.
 */
export function useDoor<Body extends object, Answer = unknown>(name: string) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Body) => (await openDoor(`payments/${name}`, body)) as Answer,
    onSettled: () => queries.invalidateQueries(recordsQuery),
    onError: (error) =>
      dialogs.error({
        title: t('sandbox.failed'),
        text: failureText(t, error) ?? t('errors.internal'),
      }),
  });
}
