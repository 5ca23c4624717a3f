import { redirect } from 'react-router';
import type { Route } from './+types/download.ts';
import { isEdition, sessionFile } from './session-file.ts';

/**
 * Serves the example session at `/downloads/session/{edition}`; redirects unknown editions to the
 * list of downloads (R-SITE-10).
 */
export const loader = ({ params: { edition } }: Route.LoaderArgs) => {
  if (!isEdition(edition)) return redirect('/product#downloads');
  return new Response(sessionFile(edition), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="pregao-session-${edition}.csv"`,
    },
  });
};
