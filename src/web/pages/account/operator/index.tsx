import { nullIfInvalidLink } from '#web/pages/account/current-visitor.ts';
import { InvalidInvitation } from '#web/pages/account/invalid-invitation.tsx';
import { LoadError } from '#web/pages/account/load-error.tsx';
import { AccountPanel } from '#web/pages/account/panel.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { visitorContext } from '#web/session/visitor.ts';
import type { Route } from './+types/index.ts';
import { AcceptOperatorForm } from './form.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('i') ?? '';
  const { operators } = context.get(visitorContext).api;
  const found = token
    ? await operators.getInvitation({ params: { token } }).catch(nullIfInvalidLink)
    : null;
  return { token, found };
}

/** Renders the page that the invitation of an operator links to (R-OPR-11). */
export default function OperatorInvitation({ loaderData: { token, found } }: Route.ComponentProps) {
  const { t } = useTranslation();
  if (!found) return <InvalidInvitation text={t('staff.invitation.invalid')} visiting={null} />;
  const role = t(`operators.role.${found.role}`);
  return (
    <AccountPanel title={t('staff.invitation.title')} text={t('staff.invitation.text', { role })}>
      <AcceptOperatorForm token={token} email={found.email} />
    </AccountPanel>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation();
  return <LoadError title={t('staff.invitation.page')} />;
}
