import { redirect } from 'react-router';
import { noticeCookie } from '#web/session/notice.ts';

/** Redirects unknown paths to the dashboard, which says so (R-APP-03). */
export const loader = () =>
  redirect('/app/dashboard', { headers: { 'set-cookie': noticeCookie('unknownPage') } });
