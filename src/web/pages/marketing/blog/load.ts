import { data } from 'react-router';
import { errorStatus } from '#contract/errors.ts';
import { refused } from '#web/pages/marketing/refused.ts';

/** How long a page of the blog is the same for everybody who asks. */
export const headers = () => ({ 'Cache-Control': 's-maxage=60' });

/** A blog that does not answer has a page that says so; so has a post that is not there. */
export const orAbsent = async <T>(asked: Promise<T>) => {
  try {
    return data({ found: await asked, absent: null });
  } catch (error) {
    const absent = refused(error);
    if (absent !== 'notFound' && absent !== 'blog.unavailable') throw error;
    return data({ found: null, absent }, { status: errorStatus[absent] });
  }
};
