import { redirectDocument } from 'react-router';
import { currencyOfLocale } from '#contract/money.ts';
import { lastingCookie } from '#web/session/cookies.ts';
import type { Route } from './+types/language.ts';
import { localeNamed, sitePath } from './language-path.ts';

/** `/lang/{lang}` and its short paths set language and currency, and go on. */
export const loader = ({ request }: Route.LoaderArgs) => {
  const { pathname, searchParams } = new URL(request.url);
  const locale = localeNamed(pathname.split('/').at(-1) ?? '');
  const headers = new Headers();
  if (locale) {
    headers.append('Set-Cookie', lastingCookie('currency', currencyOfLocale(locale)));
    headers.append('Set-Cookie', lastingCookie('locale', locale));
  }
  return redirectDocument(sitePath(searchParams.get('to')) ?? '/product', { headers });
};
