import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Failure } from '#contract/errors.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import {
  loadCurrentVisitor,
  nullIfInvalidLink,
  type CurrentVisitor,
} from '#web/pages/account/current-visitor.ts';
import { InvalidInvitation } from '#web/pages/account/invalid-invitation.tsx';
import { LoadError } from '#web/pages/account/load-error.tsx';
import { OrganizationPanel } from '#web/pages/account/organization-panel.tsx';
import { applyOrganizationTheme } from '#web/pages/account/organization.tsx';
import { SwitchAccount } from '#web/pages/account/switch-account.tsx';
import { homePath } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { visitorContext } from '#web/session/visitor.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';
import { AcceptInvitationForm } from './form.tsx';

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

/** Requests a new email for an expired invitation. It only ever goes to the invited address. */
function RequestNewInvitation({ token }: { token: string }) {
  const { t } = useTranslation();
  const asking = useMutation(
    { mutationFn: () => api.invitations.askAgain({ params: { token } }) },
    queryClient,
  );
  if (asking.isSuccess) {
    return (
      <Banner tone="success" role="status" className="mt-4">
        {t('members.invitation.askedAgain')}
      </Banner>
    );
  }
  const isGone = asking.error instanceof Failure && asking.error.code === 'notFound';
  return (
    <>
      <Button className="mt-6 w-full" loading={asking.isPending} onClick={() => asking.mutate()}>
        {t('members.invitation.askAgain')}
      </Button>
      <p role="alert" className="mt-3 text-sm text-danger-ink empty:hidden">
        {isGone ? t('members.invitation.gone') : failureText(t, asking.error)}
      </p>
    </>
  );
}

type Props = {
  token: string;
  /** Address that the invitation is bound to. */
  email: string;
  /** True while the invited person has no password. */
  isNew: boolean;
  visiting: CurrentVisitor;
};

/**
 * Renders the form to accept an invitation. A visitor signed in as the invited person only
 * confirms; other visitors give or choose a password (R-MEM-08).
 */
function AcceptInvitation({ token, email, isNew, visiting }: Props) {
  if (visiting === undefined) return <AcceptanceSkeleton />;
  const given = { token, email };
  if (!visiting)
    return <AcceptInvitationForm {...given} asks={isNew ? 'newPassword' : 'password'} />;
  const isInvited = visiting.email.toLowerCase() === email.toLowerCase();
  if (!isInvited) return <WrongAccount email={email} current={visiting.email} />;
  return <AcceptInvitationForm {...given} asks="nothing" />;
}

function AcceptanceSkeleton() {
  return (
    <div aria-busy className="grid gap-5">
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-11" />
    </div>
  );
}

function WrongAccount({ email, current }: { email: string; current: string }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-5">
      <Banner tone="warning" title={t('errors.invitation.wrongAccount')}>
        {t('members.invitation.wrongAccount', { email, current })}
      </Banner>
      <div className="flex flex-wrap gap-3 *:flex-1">
        <SwitchAccount />
        <Button variant="white" render={<Link to={homePath} />}>
          {t('members.invalid.home')}
        </Button>
      </div>
    </div>
  );
}
