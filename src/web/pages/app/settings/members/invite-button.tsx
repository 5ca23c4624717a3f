import { UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Role, roleAllows } from '#contract/access.ts';
import type { TenantUser } from '#contract/membership.ts';
import { WriteLink } from '#web/components/billing/read-only.tsx';
import { useSession } from '#web/session/session.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { seatUsage } from './rules.ts';
import { useSeatLimitPrompt } from './seat-limit.ts';

type Props = {
  /** Undefined while loading. */
  members: readonly TenantUser[] | undefined;
  children: ReactNode;
} & Pick<ButtonProps, 'variant'>;

/** Links to the invitation form; without a free seat it says so instead. For roles that can't invite there is none. */
export function InviteButton({ members, variant, children }: Props) {
  const session = useSession();
  const promptFull = useSeatLimitPrompt();
  const content = (
    <>
      <UserRoundPlus aria-hidden className="size-4" />
      {children}
    </>
  );
  if (!roleAllows(session.role, Role.Admin)) return null;
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
