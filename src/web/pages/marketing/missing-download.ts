import { redirect } from 'react-router';

/** Redirects a download that doesn't exist to the list of downloads (R-SITE-10). */
export const loader = () => redirect('/product#downloads');
