import { removeDraft, storeDraft, type KeptDraft, type InputOwner } from '#web/api/kept-input.ts';

type Content = Omit<KeptDraft, 'savedAt'>;

/**
 * Returns the writer of one form's draft. Of changes during a write only the last is written. Failures
 * are ignored: a browser without storage keeps no drafts.
 */
export function createDraftWriter(owner: InputOwner, form: string) {
  let next: Content | null | undefined;
  let running: Promise<void> | null = null;
  const run = async () => {
    while (next !== undefined) {
      const content = next;
      next = undefined;
      const done = content ? storeDraft(owner, form, content) : removeDraft(owner, form);
      // In order: the last change wins.
      await done.catch(() => undefined);
    }
    running = null;
  };
  return {
    /** Stores the draft; removes it if nothing is changed. */
    write: ({ values, base }: Content) => {
      next = Object.keys(values).length > 0 ? { values, base } : null;
      running ??= run();
    },
    /** Removes the draft; resolves when it is gone. */
    remove: async () => {
      next = null;
      await (running ??= run());
    },
  };
}
