import { data } from 'react-router';
import { errorStatus } from '#contract/error-codes.ts';
import { failureCode } from '#web/pages/marketing/failure-code.ts';

/** Lets shared caches keep blog pages for 60 seconds. */
export const headers = () => ({ 'Cache-Control': 's-maxage=60' });

/**
 * Returns the loaded data, or the code when the post is unknown or the blog is unreachable, with
 * the matching status, so that the page can explain it. Rethrows all other errors.
 */
export async function loadOrAbsent<T>(request: Promise<T>) {
  try {
    return data({ value: await request, errorCode: null });
  } catch (error) {
    const errorCode = failureCode(error);
    if (errorCode !== 'notFound' && errorCode !== 'blog.unavailable') throw error;
    return data({ value: null, errorCode }, { status: errorStatus[errorCode] });
  }
}
