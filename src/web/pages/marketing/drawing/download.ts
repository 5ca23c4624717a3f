import { redirect } from 'react-router';
import type { Route } from './+types/download.ts';
import { isEdition, sessionFile } from './session-file.ts';

/** `/downloads/session/{edition}`: the example session; other editions lead to those there are. */
export const loader = ({ params: { edition } }: Route.LoaderArgs) => {
  if (!isEdition(edition)) return redirect('/product#downloads');
  return new Response(sessionFile(edition), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="pregao-session-${edition}.csv"`,
    },
  });
};
