import { useState } from 'react';
import { LoginType } from '#contract/statuses.ts';
import {
  loadCurrentVisitor,
  nullIfInvalidLink,
  type CurrentVisitor,
} from '#web/pages/account/current-visitor.ts';
import { LoadError } from '#web/pages/account/load-error.tsx';
import { OrganizationPanel } from '#web/pages/account/organization-panel.tsx';
import { applyOrganizationTheme } from '#web/pages/account/organization.tsx';
import { SwitchAccountLink } from '#web/pages/account/switch-account.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { visitorContext } from '#web/session/visitor.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';
import { JoinRequestForm } from './form.tsx';
import { InvalidLink } from './invalid-link.tsx';
import { RequestSent } from './request-sent.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { invitations } = context.get(visitorContext).api;
  const organization = await invitations
    .getLink({ params: { token: params.link } })
    .catch(nullIfInvalidLink);
  const visiting: CurrentVisitor = undefined;
  return { organization, visiting };
}

/** Loads the signed-in visitor in the browser: the request is made with their address. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [data, visiting] = await Promise.all([serverLoader(), loadCurrentVisitor()]);
  if (data.organization) applyOrganizationTheme(data.organization);
  return { ...data, visiting };
}
clientLoader.hydrate = true as const;

/** Renders the page behind a join link, where a visitor requests access or joins directly. */
export default function InvitePage({ loaderData, params }: Route.ComponentProps) {
  const { organization, visiting } = loaderData;
  const { t } = useTranslation();
  const [sentFrom, setSentFrom] = useState<string>();
  if (!organization) return <InvalidLink visiting={visiting} />;
  if (sentFrom)
    return <RequestSent organization={organization} email={sentFrom} visiting={visiting} />;
  const { name } = organization;
  const hasPassword = visiting?.loginType === LoginType.Password;
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
