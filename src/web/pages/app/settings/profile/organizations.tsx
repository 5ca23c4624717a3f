import { useRef } from 'react';
import type { TenantUser } from '#contract/membership.ts';
import type { User } from '#contract/users.ts';
import { nameInitials } from '#web/components/initials.ts';
import { roleName } from '#web/components/role-name.ts';
import { useLeaveOrganization } from '#web/components/use-leave-organization.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** Lists the person's organizations with their role; every role can leave here (R-MEM-14). */
export function UserOrganizations({ user }: { user: User }) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <Card>
      <ul ref={list} tabIndex={-1} role="list" className="-my-4 divide-y divide-line outline-none">
        {user.tenants.map((membership) => (
          <OrganizationRow
            key={membership.tenant.id}
            membership={membership}
            // The button is removed with its row, so the focus moves to the list.
            onLeft={() => list.current?.focus()}
          />
        ))}
      </ul>
    </Card>
  );
}

type Props = {
  membership: User['tenants'][number];
  onLeft: () => void;
};

function OrganizationRow({ membership: { tenant, role }, onLeft }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const { name, icon, currentUser } = tenant;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <Avatar shape="square" src={icon} initials={nameInitials(name)} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          {tenant.id === session.tenant.id && (
            <Badge tone="success">{t('settings.profile.organizations.current')}</Badge>
          )}
        </p>
        <p className="text-sm text-muted">{roleName(t, role)}</p>
      </div>
      {currentUser && <LeaveButton member={currentUser} organization={name} onLeft={onLeft} />}
    </li>
  );
}

type LeaveProps = {
  member: TenantUser;
  organization: string;
  onLeft: () => void;
};

function LeaveButton({ member, organization, onLeft }: LeaveProps) {
  const { t } = useTranslation();
  const leave = useLeaveOrganization(member);
  return (
    <Button
      variant="white"
      size="sm"
      aria-label={t('settings.profile.organizations.leaveNamed', { organization })}
      onClick={() => void leave().then((left) => left && onLeft())}
    >
      {t('settings.profile.organizations.leave')}
    </Button>
  );
}
