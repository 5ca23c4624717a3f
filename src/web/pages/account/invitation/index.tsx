import {
  loadCurrentVisitor,
  nullIfInvalidLink,
  type CurrentVisitor,
} from '#web/pages/account/current-visitor.ts';
import { InvalidInvitation } from '#web/pages/account/invalid-invitation.tsx';
import { LoadError } from '#web/pages/account/load-error.tsx';
import { OrganizationPanel } from '#web/pages/account/organization-panel.tsx';
import { applyOrganizationTheme } from '#web/pages/account/organization.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { visitorContext } from '#web/session/visitor.ts';
import type { Route } from './+types/index.ts';
import { AcceptInvitation } from './acceptance.tsx';
import { RequestNewInvitation } from './request-new.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('i') ?? '';
  const { invitations } = context.get(visitorContext).api;
  const found = token
    ? await invitations.get({ params: { token } }).catch(nullIfInvalidLink)
    : null;
  const visiting: CurrentVisitor = undefined;
  return { token, found, organization: found?.tenant ?? null, visiting };
}

/**
 * Loads the signed-in visitor in the browser, because the server can't read the session. The form
 * depends on whether the visitor is the invited person.
 */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [data, visiting] = await Promise.all([serverLoader(), loadCurrentVisitor()]);
  if (data.organization) applyOrganizationTheme(data.organization);
  return { ...data, visiting };
}
clientLoader.hydrate = true as const;

/**
 * Renders the page that an invitation email links to: the form, or why the invitation is invalid.
 */
export default function InvitationPage({ loaderData }: Route.ComponentProps) {
  const { token, found, organization, visiting } = loaderData;
  const { t } = useTranslation();
  if (!found || !organization) {
    return (
      <InvalidInvitation text={t('members.invitation.invalid')} visiting={visiting}>
        {token && <RequestNewInvitation token={token} />}
      </InvalidInvitation>
    );
  }
  const { firstName, email } = found.invitation.user;
  return (
    <OrganizationPanel
      organization={organization}
      title={t('members.invitation.title', { organization: organization.name })}
      text={t('members.invitation.greeting', { name: firstName || email })}
    >
      <AcceptInvitation
        token={token}
        email={email}
        isNew={found.requiresVerify}
        visiting={visiting}
      />
    </OrganizationPanel>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation();
  return <LoadError title={t('members.invitation.page')} />;
}
