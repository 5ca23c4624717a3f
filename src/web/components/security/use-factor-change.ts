import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Failure } from '#contract/errors.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { sessionsQuery } from '#web/session/sessions.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { factorsQuery } from './factors-query.ts';

type Question = { title: string; text: string; yes: string };

type FactorChange<T> = {
  change: () => Promise<T>;
  /** Asked before the change. */
  question?: Question;
  /** Text of a failure that is not a refusal of the server: the browser's own dialog was closed. */
  failed?: string;
  /** Text of the notice of success. */
  done?: string;
  onSuccess?: (result: T) => void;
};

/**
 * Returns a function that changes a way to sign in: asks first, shows a refusal, and loads the lists again, as other
 * sessions may have ended.
 */
export function useFactorChange<T>(given: FactorChange<T>) {
  const { change, question, failed, done, onSuccess } = given;
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const cache = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: change,
    onSuccess: (result) => {
      if (done) void toast({ tone: 'success', title: done });
      onSuccess?.(result);
    },
    onError: (error) => {
      const text = error instanceof Failure ? failureText(t, error) : failed;
      return void dialogs.error({ text: text ?? t('errors.internal') });
    },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries(factorsQuery),
        cache.invalidateQueries(sessionsQuery),
        cache.invalidateQueries({ queryKey: tenantQueryKey('entry') }),
      ]),
  });
  const start = async () => {
    const no = t('common.action.cancel');
    if (!question || (await dialogs.confirm({ ...question, no, danger: true }))) mutate();
  };
  return { start: () => void start(), isPending };
}
