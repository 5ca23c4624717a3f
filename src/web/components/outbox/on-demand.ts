import { loadTextAreas } from '#web/session/language.ts';

/** Loads the list of the changes that wait, with its texts. */
export const loadQueuedChanges = async () => {
  const [{ QueuedChanges }] = await Promise.all([
    import('./queued-changes.tsx'),
    loadTextAreas(['drafts']),
  ]);
  return QueuedChanges;
};
