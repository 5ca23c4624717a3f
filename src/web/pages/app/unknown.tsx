import { redirect } from 'react-router';
import { noticeCookie } from '#web/session/notice.ts';

const dashboard = '/app/dashboard';

/** Redirects unknown paths to the dashboard, which says so (R-APP-03). */
export const loader = () =>
  redirect(dashboard, {
    headers: { 'set-cookie': noticeCookie('unknownPage', dashboard), 'page-unknown': '1' },
  });
