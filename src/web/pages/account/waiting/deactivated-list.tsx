import type { DeactivatedMembership } from '#contract/members.ts';
import { nameInitials } from '#web/components/initials.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';

/** Lists the organizations in which the visitor is deactivated (R-MEM-18). */
export function DeactivatedList({ memberships }: { memberships: DeactivatedMembership[] }) {
  const { t } = useTranslation();
  return (
    <ul
      role="list"
      aria-label={t('onboarding.waiting.inactiveList')}
      className="-mt-3 mb-5 divide-y divide-line border-b border-line"
    >
      {memberships.map(({ id, organization: { name, logo } }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 py-3">
          <Avatar shape="square" initials={nameInitials(name)} src={logo} />
          <span className="min-w-0 flex-1 basis-40 font-semibold wrap-anywhere">{name}</span>
          <Badge>{t('onboarding.waiting.inactiveState')}</Badge>
        </li>
      ))}
    </ul>
  );
}
