import { Link, useMatches } from 'react-router';
import type { TextKey } from '#locales/translation.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';

/** Title that a route module exports: `export const handle: RouteHandle = { title: '…' }`. */
export type RouteHandle = { title: TextKey; panel?: true };

type Crumb = { title: TextKey; pathname: string };

export type Section = { to: string; text: TextKey };

type Props = {
  home: Crumb;
  /** Pages above others without a route of their own in between; each leads to its first page. */
  sections?: readonly Section[];
};

/**
 * Renders the breadcrumb: the sections above the page, then the titles of the matched routes
 * (R-APP-04).
 */
export function Breadcrumb({ home, sections = [] }: Props) {
  const { t } = useTranslation();
  const titled = useMatches().flatMap(({ handle, pathname }) => {
    const { title } = (handle ?? {}) as Partial<RouteHandle>;
    return title && pathname !== home.pathname ? [{ title, pathname }] : [];
  });
  const [first] = titled;
  if (!first) return null;
  const above = sections.filter(
    ({ to, text }) =>
      to !== home.pathname && first.pathname.startsWith(`${to}/`) && first.title !== text,
  );
  const crumbs = [...above.map(({ to, text }) => ({ title: text, pathname: to })), ...titled];
  return (
    <Breadcrumbs label={t('common.menu.breadcrumb')}>
      <Link to={home.pathname}>{t(home.title)}</Link>
      {crumbs.map(({ title, pathname }, index) =>
        index === crumbs.length - 1 ? (
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
