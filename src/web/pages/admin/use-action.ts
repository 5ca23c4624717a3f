import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs, type ConfirmOptions } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';

type OperatorAction = {
  /** Confirmation to ask for; without it the action runs immediately. */
  question?: ConfirmOptions;
  work: () => Promise<unknown>;
  /** Title of the toast after success. */
  done: string;
  /** Set when the row disappears together with its button: the focus moves to the content. */
  removes?: true;
};

/**
 * Returns a function that runs an operator's action after a confirmation and refetches all operator
 * lists.
 */
export function useAction() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ work }: OperatorAction) => work(),
    onSuccess: (_, { done, removes }) => {
      if (removes) document.getElementById('content')?.focus();
      void toast({ tone: 'success', title: done });
    },
    onError: (error) => {
      // Another operator may have changed the role of this one.
      void cache.invalidateQueries({ queryKey: ['user'] });
      void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') });
    },
    // Also after a failure: another operator may have changed the rows.
    onSettled: () => cache.invalidateQueries({ queryKey: ['operator'] }),
  });
  return async (action: OperatorAction) => {
    if (!action.question || (await dialogs.confirm(action.question))) mutate(action);
  };
}
