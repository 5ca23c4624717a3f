import { useEffect } from 'react';
import { Failure } from '#contract/errors.ts';
import { openKeys, type UnansweredRequest } from '#web/api/api.ts';
import type { QueuedChange } from '#web/api/kept-input.ts';
import { loadConflictDialog } from '#web/components/conflicts/open-conflict.tsx';
import { inputOwner } from '#web/components/drafts/input-owner.ts';
import { loadTextAreas } from '#web/session/language.ts';
import { useTranslation } from '#web/session/translation.ts';
import { loadDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { queueChange } from './outbox.ts';

type Change = Pick<QueuedChange, 'form' | 'title'> & { subject: string };

/**
 * Returns a function that keeps a change that got no answer, to send it later (R-DRF-03); it throws any
 * other error again, and that of a file, which is not kept.
 */
export const useQueueUnanswered = () => {
  const { t } = useTranslation();
  useEffect(() => {
    // The network may be lost when these are needed.
    void Promise.all([loadDialogs(), loadConflictDialog(), loadQueue()]).catch(() => undefined);
  }, []);
  return async (error: unknown, { form, title, subject }: Change) => {
    const owner = inputOwner();
    if (!isUnanswered(error) || error.request.file || !owner) throw error;
    if (Object.values(form.draft.values).some((value) => value instanceof File)) throw error;
    const { request, key } = error;
    const named = subject ? `${title} · ${subject}` : title;
    try {
      await queueChange({ ...owner, request, key, form, title: named });
    } catch {
      // Without storage the form keeps its input, and shows the error.
      throw error;
    }
    // The same input again is another record.
    for (const [content, known] of openKeys) if (known === key) openKeys.delete(content);
    await loadTextAreas(['drafts']);
    void toast({ tone: 'info', title: t('drafts.queue.kept'), text: t('drafts.queue.keptText') });
  };
};

// The frame of the page imports it in the same way: it is loaded then.
const loadQueue = async () => (await import('./on-demand.ts')).loadQueuedChanges();

const isUnanswered = (error: unknown): error is UnansweredRequest =>
  error instanceof Failure && 'request' in error;
