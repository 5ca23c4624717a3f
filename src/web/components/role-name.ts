import type { Role } from '#contract/access.ts';
import type { Translate } from '#locales/translation.ts';

const names = ['owner', 'admin', 'member', 'guest'] as const satisfies Record<Role, string>;

/** Returns the name of a role. */
export const roleName = (t: Translate, role: Role) => t(`common.role.${names[role]}`);
