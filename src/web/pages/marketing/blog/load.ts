import { data } from 'react-router';
import { Failure } from '#contract/errors.ts';

/** How long a page of the blog is the same for everybody who asks. */
export const headers = () => ({ 'Cache-Control': 's-maxage=60' });

/** A blog that does not answer has a page that says so; so has a post that is not there. */
export const orAbsent = async <T>(asked: Promise<T>) => {
  try {
    return data({ found: await asked, absent: null });
  } catch (error) {
    if (!(error instanceof Failure) || !isAbsence(error.code)) throw error;
    return data({ found: null, absent: error.code }, { status: error.status });
  }
};

type Absence = 'notFound' | 'blog.unavailable';
const isAbsence = (code: string): code is Absence =>
  code === 'notFound' || code === 'blog.unavailable';
