import { UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Role, roleAllows } from '#contract/access.ts';
import type { TenantUser } from '#contract/membership.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { WriteLink } from '#web/components/billing/read-only.tsx';
import { personName } from '#web/components/initials.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { seatUsage } from './rules.ts';
import { useSeatLimitPrompt } from './seat-limit.ts';

type Props = {
  /** Undefined while loading. */
  members: readonly TenantUser[] | undefined;
  children: ReactNode;
} & Pick<ButtonProps, 'variant'>;

/**
 * Links to the invitation form. Without a free seat, or for roles that can't invite, it explains
 * why instead.
 */
export function InviteButton({ members, variant, children }: Props) {
  const session = useSession();
  const promptFull = useSeatLimitPrompt();
  const tellWhoMay = useInvitersText(members ?? []);
  const content = (
    <>
      <UserRoundPlus aria-hidden className="size-4" />
      {children}
    </>
  );
  if (!roleAllows(session.role, Role.Admin)) {
    return (
      <Button variant="white" disabled={!members} onClick={() => void tellWhoMay()}>
        {content}
      </Button>
    );
  }
  if (seatUsage(session, members).isFull) {
    return (
      <Button variant={variant} onClick={() => void promptFull()}>
        {content}
      </Button>
    );
  }
  return (
    <WriteLink to="new" variant={variant}>
      {content}
    </WriteLink>
  );
}

const useInvitersText = (members: readonly TenantUser[]) => {
  const { t, locale } = useTranslation();
  const dialogs = useDialogs();
  const names = members
    .filter(({ role, status }) => status === MemberStatus.Active && roleAllows(role, Role.Admin))
    .map(personName);
  return () =>
    dialogs.error({
      title: t('errors.tenant.onlyAdmin'),
      text: t('members.ask', {
        names: new Intl.ListFormat(locale, { type: 'disjunction' }).format(names.slice(0, 5)),
      }),
    });
};
