import type { Resource } from '#contract/resources.ts';
import { api } from '#web/api/api.ts';

/** Upload in progress: the resource and the share sent, from 0 to 1. */
export type UploadState = Pick<Resource, 'id' | 'title'> & { share: number };

let uploadState: UploadState | null = null;
const listeners = new Set<() => void>();

function publish(now: UploadState | null) {
  uploadState = now;
  for (const listener of listeners) listener();
}

/** Uploads the file of a resource and publishes its progress to `uploadStore`. */
export async function uploadFile({ id, title }: Pick<Resource, 'id' | 'title'>, content: File) {
  const onProgress = (share: number) => publish({ id, title, share });
  onProgress(0);
  try {
    return await api.resources.upload({
      params: { id },
      file: { content, name: content.name, onProgress },
    });
  } finally {
    // Another upload may have begun since.
    if (uploadState?.id === id) publish(null);
  }
}

/** Store of the upload in progress, for `useSyncExternalStore`. */
export const uploadStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  getSnapshot: () => uploadState,
};
