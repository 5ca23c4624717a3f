import { LegalText } from '#web/pages/marketing/legal/legal-text.tsx';
import { headers, loadLegalText } from '#web/pages/marketing/legal/load.ts';
import type { Route } from './+types/index.ts';

export { headers };
export const handle = { static: true };

export const loader = (args: Route.LoaderArgs) => loadLegalText('privacy', args);

/** Renders the privacy and cookie policy in the visitor's language (R-LEG-01). */
export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  return <LegalText kind="privacy" text={loaderData.value} />;
}
