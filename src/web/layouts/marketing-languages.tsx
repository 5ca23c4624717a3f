import { useLocation } from 'react-router';
import type { Locale } from '#locales/locales.ts';
import { LanguageMenu } from '#web/components/language-menu.tsx';

/** Returns the path of this page in another language, which brings its own currency (R-GEN-07). */
function usePathIn() {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete('currency');
  query.delete('lang');
  const to = query.size > 0 ? `${pathname}?${query.toString()}` : pathname;
  return (locale: Locale) => `/lang/${locale}?${new URLSearchParams({ to }).toString()}`;
}

/** Renders the languages as plain links, which work without scripts. */
export function MarketingLanguages() {
  return <LanguageMenu pathIn={usePathIn()} />;
}
