import { redirect } from 'react-router';
import type { Route } from './+types/download.ts';
import { isCsvEdition, sessionCsv } from './session-csv.ts';

/**
 * Serves the example session at `/downloads/session/{edition}`; redirects unknown editions to the
 * list of downloads (R-SITE-10).
 */
export const loader = ({ params: { edition } }: Route.LoaderArgs) => {
  if (!isCsvEdition(edition)) return redirect('/product#downloads');
  return new Response(sessionCsv(edition), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="pregao-session-${edition}.csv"`,
    },
  });
};
