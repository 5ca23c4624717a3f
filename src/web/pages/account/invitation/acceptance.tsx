import { Link } from 'react-router';
import type { CurrentVisitor } from '#web/pages/account/current-visitor.ts';
import { SwitchAccount } from '#web/pages/account/switch-account.tsx';
import { homePath } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AcceptInvitationForm } from './form.tsx';

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
export function AcceptInvitation({ token, email, isNew, visiting }: Props) {
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
