import type { TextKey } from '#locales/translation.ts';
import {
  couponsEntry,
  operationsMenu,
  productsEntry,
  resourcesEntry,
} from '#web/layouts/admin-menu.ts';
import { mayCall, type OperatorCall } from '#web/session/operator.ts';
import type { UserSession } from '#web/session/session.ts';
import { entities } from './entities.ts';
import { mayCallNow } from './rights.ts';

/** Form of a new record at `new` below its list. */
export type Creation = {
  list: string;
  text: TextKey;
  call: string;
  /** Its records have a form at `:id/edit`, and are duplicated. */
  isEntity?: true;
};

const ofMembers: Creation[] = [
  ...entities.map(({ subject, to, create }) => ({
    list: to,
    text: create,
    call: `${subject}/create`,
    isEntity: true as const,
  })),
  {
    list: '/app/settings/organization/members',
    text: 'app.menu.inviteMember',
    call: 'invitations/invite',
  },
  { list: '/app/organizations', text: 'app.menu.createOrganization', call: 'tenants/create' },
];

const formTexts: Partial<Record<OperatorCall, TextKey>> = {
  'products/create': 'catalogue.new',
  'coupons/create': 'coupons.new',
  'resources/create': 'resources.admin.new',
  'announcements/create': 'announcements.new',
};

const ofOperators = [productsEntry, couponsEntry, resourcesEntry, ...operationsMenu].flatMap(
  ({ to, writes }) => {
    const text = writes && formTexts[writes];
    if (!text) return [];
    const isEntity = writes === 'resources/create' && ({ isEntity: true } as const);
    return [{ list: to, text, call: writes, ...isEntity }];
  },
);

/** Returns what the user may create now. */
export const creationsFor = (session: UserSession, portal: boolean): Creation[] =>
  portal
    ? ofOperators.filter(({ call }) => mayCall(session.user.operatorRole, call))
    : ofMembers.filter(({ call }) => mayCallNow(session, call));

/** Returns the path of a copy of the record whose form is open; null if there is none. */
export function copyPath(creations: readonly Creation[], pathname: string) {
  const [, list, id] = /^(.+)\/([^/]+)\/(?:edit|form)\/?$/.exec(pathname) ?? [];
  const known = creations.some((creation) => creation.isEntity && creation.list === list);
  return known ? `${list}/new?from=${id}` : null;
}
