import { loadTextsOnDemand } from '#web/session/language.ts';

/** Loads the list of the changes that wait, with its texts. */
export const loadQueuedChanges = async () => {
  const [{ QueuedChanges }] = await Promise.all([
    import('./queued-changes.tsx'),
    loadTextsOnDemand('drafts'),
  ]);
  return QueuedChanges;
};
