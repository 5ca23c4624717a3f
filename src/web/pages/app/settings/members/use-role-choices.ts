import type { Role } from '#contract/access.ts';
import { roleName } from '#web/components/role-name.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { roleKey } from './member-input.ts';
import { assignableRoles } from './rules.ts';

const hints = ['owner', 'admin', 'member', 'guest'] as const satisfies Record<Role, string>;

/** Returns the roles that the viewer may grant, and the current one of a member even if they can't. */
export function useRoleChoices(current?: Role) {
  const { t } = useTranslation();
  const roles = assignableRoles(useSession().role);
  const isMissing = current !== undefined && !roles.includes(current);
  return (isMissing ? [current, ...roles].toSorted() : roles).map((role) => ({
    value: roleKey(role),
    label: roleName(t, role),
    hint: t(`members.form.roleHint.${hints[role]}`),
  }));
}
