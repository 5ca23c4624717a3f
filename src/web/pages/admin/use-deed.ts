import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureText } from '#web/components/failure-text.ts';
import { useDialogs, type Question } from '#web/ui/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';

type Deed = {
  /** None: it is done at once. */
  question?: Question;
  work: () => Promise<unknown>;
  /** What is said when it is done. */
  done: string;
  /** The row goes, and the button that had the focus with it. */
  removes?: true;
};

/** Something the operator does to a row, after a question; every list of theirs asks again. */
export function useDeed() {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ work }: Deed) => work(),
    onSuccess: (_, { done, removes }) => {
      if (removes) document.getElementById('content')?.focus();
      void toast({ tone: 'success', title: done });
    },
    onError: (error) => void dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
    // Done, or done before by somebody else: the lists are not what they were.
    onSettled: () => cache.invalidateQueries({ queryKey: ['operator'] }),
  });
  return async (deed: Deed) => {
    if (!deed.question || (await dialogs.confirm(deed.question))) mutate(deed);
  };
}
