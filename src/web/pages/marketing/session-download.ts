import { isCsvEdition, sessionCsv } from '#web/components/drawing/session-csv.ts';
import type { Route } from './+types/session-download.ts';
import { loader as missingDownload } from './missing-download.ts';

/**
 * Serves the example session at `/downloads/session/{edition}`; redirects unknown editions to the
 * list of downloads (R-SITE-10).
 */
export function loader({ params: { edition } }: Route.LoaderArgs) {
  if (!isCsvEdition(edition)) return missingDownload();
  return new Response(sessionCsv(edition), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="pregao-session-${edition}.csv"`,
    },
  });
}
