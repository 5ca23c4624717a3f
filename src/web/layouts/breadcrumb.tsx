import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, useMatches } from 'react-router';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';

/** Title that a route module exports: `export const handle: Titled = { title: '…' }`. */
export type RouteHandle = { title: ParseKeys; panel?: true };

/** Renders the breadcrumb from the titles of the matched routes (R-APP-04). */
export function Breadcrumb({ home, homeTitle }: { home: string; homeTitle: ParseKeys }) {
  const { t } = useTranslation();
  const titled = useMatches().flatMap(({ handle, pathname }) => {
    const { title } = (handle ?? {}) as Partial<RouteHandle>;
    return title && pathname !== home ? [{ title, pathname }] : [];
  });
  if (titled.length === 0) return null;
  return (
    <Breadcrumbs label={t('app.menu.breadcrumb')}>
      <Link to={home}>{t(homeTitle)}</Link>
      {titled.map(({ title, pathname }, index) =>
        index === titled.length - 1 ? (
          <span key={pathname} aria-current="page">
            {t(title)}
          </span>
        ) : (
          <Link key={pathname} to={pathname}>
            {t(title)}
          </Link>
        ),
      )}
    </Breadcrumbs>
  );
}
