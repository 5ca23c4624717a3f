import { useState } from 'react';
import { Link } from 'react-router';
import type { PublicOrganization } from '#contract/membership.ts';
import { api } from '#web/api/api.ts';
import {
  loadCurrentVisitor,
  nullIfInvalidLink,
  type CurrentVisitor,
} from '#web/pages/account/current-visitor.ts';
import { InvalidInvitation } from '#web/pages/account/invalid-invitation.tsx';
import { LoadError } from '#web/pages/account/load-error.tsx';
import { OrganizationPanel } from '#web/pages/account/organization-panel.tsx';
import { applyOrganizationTheme, OrganizationLogo } from '#web/pages/account/organization.tsx';
import { FormSuccess } from '#web/pages/account/panel.tsx';
import { loginPathWith } from '#web/pages/account/paths.ts';
import { SwitchAccountLink } from '#web/pages/account/switch-account.tsx';
import { homePath } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { visitorContext } from '#web/session/visitor.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';
import { JoinRequestForm } from './form.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { invitations } = context.get(visitorContext).api;
  const organization = await invitations
    .getLink({ params: { token: params.link } })
    .catch(nullIfInvalidLink);
  const visiting: CurrentVisitor = undefined;
  return { organization, visiting, hasPassword: false };
}

/**
 * Loads the signed-in visitor in the browser: the request is made with their address, and their password if they have one.
 */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [data, visiting] = await Promise.all([serverLoader(), loadCurrentVisitor()]);
  if (data.organization) applyOrganizationTheme(data.organization);
  const hasPassword = visiting ? (await api.signIn.getOwn()).hasPassword : false;
  return { ...data, visiting, hasPassword };
}
clientLoader.hydrate = true as const;

/** Renders the page behind a join link, where a visitor requests access or joins directly. */
export default function InvitePage({ loaderData, params }: Route.ComponentProps) {
  const { organization, visiting, hasPassword } = loaderData;
  const { t } = useTranslation();
  const [sentFrom, setSentFrom] = useState<string>();
  if (!organization) return <InvalidLink visiting={visiting} />;
  if (sentFrom)
    return <RequestSent organization={organization} email={sentFrom} visiting={visiting} />;
  const { name } = organization;
  const askingText = hasPassword && t('members.request.signedInText');
  return (
    <OrganizationPanel
      organization={organization}
      title={t('members.request.title', { organization: name })}
      text={visiting ? askingText : t('members.request.text')}
      footer={visiting && <SwitchAccountLink />}
    >
      {visiting === undefined ? (
        <div aria-busy className="grid gap-5">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
          <Skeleton className="h-11" />
        </div>
      ) : (
        <JoinRequestForm
          link={params.link}
          organization={name}
          account={visiting}
          hasPassword={hasPassword}
          onSent={setSentFrom}
        />
      )}
    </OrganizationPanel>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation();
  return <LoadError title={t('members.request.page')} />;
}

/** Reports an invalid join link in a dialog, and on the page that remains after closing it. */
function InvalidLink({ visiting }: { visiting: CurrentVisitor }) {
  const { t } = useTranslation();
  const [isDismissed, setDismissed] = useState(false);
  const text = t('members.request.invalid');
  const close = () => setDismissed(true);
  return (
    <>
      <InvalidInvitation text={text} visiting={visiting} />
      <Modal
        open={!isDismissed}
        title={t('members.invalid.title')}
        onClose={close}
        footer={
          <Button variant="white" onClick={close}>
            {t('common.action.close')}
          </Button>
        }
      >
        <p className="text-sm text-pretty text-muted">{text}</p>
      </Modal>
    </>
  );
}

type Props = { organization: PublicOrganization; email: string; visiting: CurrentVisitor };

/** Confirms that the request waits for acceptance; the answer comes by email. */
function RequestSent({ organization, email, visiting }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <div className="mb-6">
        <OrganizationLogo organization={organization} />
      </div>
      <FormSuccess
        title={t('members.request.sentTitle')}
        text={t('members.request.sentText', { email, organization: organization.name })}
      >
        <div className="flex flex-wrap justify-center gap-3">
          <Button render={<Link to={visiting ? '/account/waiting' : loginPathWith({ email })} />}>
            {t('onboarding.waiting.see')}
          </Button>
          <Button variant="white" render={<Link to={visiting ? homePath : '/'} />}>
            {visiting ? t('members.invalid.home') : t('members.request.site')}
          </Button>
        </div>
      </FormSuccess>
    </>
  );
}
