import { visitorContext } from '#web/session/visitor.ts';
import type { Route } from './+types/robots.ts';

/** Serves `robots.txt`. Account pages, which depend on the visitor, send `noindex` themselves. */
export const loader = ({ context }: Route.LoaderArgs) => {
  const lines = [
    'User-agent: *',
    'Disallow: /app',
    'Disallow: /admin',
    'Disallow: /api',
    '',
    `Sitemap: ${context.get(visitorContext).origin}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 's-maxage=3600' },
  });
};
