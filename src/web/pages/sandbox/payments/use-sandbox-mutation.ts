import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText } from '#web/components/errors/failure-text.ts';
import { postToSandbox } from '#web/pages/sandbox/client.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { recordsQuery } from './records.ts';

/**
 * Returns a mutation that calls an endpoint of the sandbox, refetches the records and shows errors.
 */
export function useSandboxMutation<Body extends object, Answer = unknown>(name: string) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Body) => (await postToSandbox(`payments/${name}`, body)) as Answer,
    onSettled: () => queries.invalidateQueries(recordsQuery),
    onError: (error) =>
      dialogs.error({
        title: t('sandbox.failed'),
        text: failureText(t, error) ?? t('errors.internal'),
      }),
  });
}
