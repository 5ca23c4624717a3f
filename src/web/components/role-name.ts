import type { TFunction } from 'i18next';
import type { Role } from '#contract/access.ts';

const names = ['owner', 'admin', 'member', 'guest'] as const satisfies Record<Role, string>;

/** Returns the name of a role. */
export const roleName = (t: TFunction, role: Role) => t(`common.role.${names[role]}`);
