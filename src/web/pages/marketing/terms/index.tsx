import { LegalText } from '#web/pages/marketing/legal/legal-text.tsx';
import { headers, loadLegalText } from '#web/pages/marketing/legal/load.ts';
import type { Route } from './+types/index.ts';

export { headers };
export const handle = { static: true };

export const loader = (args: Route.LoaderArgs) => loadLegalText('terms', args);

/** Renders the terms in the visitor's language (R-LEG-01). */
export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return <LegalText kind="terms" text={loaderData.value} />;
}
