import { storeResumePath } from './resume.ts';

/** Page that leads a person past what keeps their session out of an organization (R-POL-06). */
export const entryPath = '/account/entry';

let isLeaving = false;

/**
 * Leaves the app for the page that says what the session lacks, and remembers where the person was. The promise never
 * resolves, so that callers don't show an error meanwhile.
 */
export function leaveForEntry(): Promise<never> {
  const { pathname, search } = window.location;
  if (!isLeaving) {
    isLeaving = true;
    storeResumePath(`${pathname}${search}`);
    window.location.replace(entryPath);
  }
  return new Promise(() => undefined);
}
