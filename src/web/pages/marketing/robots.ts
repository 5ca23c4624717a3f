import { visitorContext } from '#web/session/visitor.ts';
import type { Route } from './+types/robots.ts';

/** Serves `robots.txt`. Account pages, which depend on the visitor, send `noindex` themselves. */
export function loader({ context }: Route.LoaderArgs) {
  const { organization, origin } = context.get(visitorContext);
  // The pages of an organization's own address are for its members.
  if (organization) return textResponse(['User-agent: *', 'Disallow: /', '']);
  const lines = [
    'User-agent: *',
    'Disallow: /app',
    'Disallow: /admin',
    'Disallow: /api',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ];
  return textResponse(lines);
}

const textResponse = (lines: string[]) =>
  new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 's-maxage=3600' },
  });
