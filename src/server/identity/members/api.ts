import { Role } from '#contract/access.ts';
import { members } from '#contract/members.ts';
import { JoinMethod, MemberStatus } from '#contract/statuses.ts';
import {
  listDeactivated,
  setMemberStatus,
  setStatusOfAnyMember,
} from '#server/identity/deactivation/service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import {
  nameIn,
  operatorExport,
  organizationColumns,
} from '#server/platform/http/lists/operator-export.ts';
import { listAllMembers, removeAnyMember } from './all/service.ts';
import { get, list, remove, update } from './service.ts';

export const membersApi = (context: AppContext): Handlers<typeof members> => ({
  getAll: async ({ tenant }) => list(tenant),
  getAllOfAll: ({ query }) => listAllMembers(context.database, query),
  exportOfAll: operatorExport(context.database, {
    name: 'members',
    access: members.endpoints.exportOfAll.access,
    read: listAllMembers,
    columns: [
      organizationColumns,
      'id',
      'userId',
      'email',
      'firstName',
      'lastName',
      'phone',
      { role: ({ role }) => nameIn(Role, role) },
      { status: ({ status }) => nameIn(MemberStatus, status) },
      { joined: ({ joined }) => nameIn(JoinMethod, joined) },
    ],
  }),
  get: ({ tenant, params }) => get(tenant, params.id),
  update: ({ tenant, session, params, query: { takeOverKeys: takesOver }, body }) =>
    update(context, { tenant, session }, { ...params, ...body, takesOver }),
  remove: ({ tenant, session, params, query: { takeOverKeys: takesOver } }) =>
    remove(context, { tenant, session }, { ...params, takesOver }),
  deactivate: ({ tenant, session, params: { id }, query: { takeOverKeys: takesOver } }) =>
    setMemberStatus({ tenant, session, context }, { id, status: MemberStatus.Inactive, takesOver }),
  reactivate: ({ tenant, session, params: { id } }) =>
    setMemberStatus(
      { tenant, session, context },
      { id, status: MemberStatus.Active, takesOver: false },
    ),
  getDeactivated: ({ session }) => listDeactivated(context.database, session),
  deactivateOfAny: ({ params: { id } }) =>
    setStatusOfAnyMember(context.database, { id, status: MemberStatus.Inactive }),
  reactivateOfAny: ({ params: { id } }) =>
    setStatusOfAnyMember(context.database, { id, status: MemberStatus.Active }),
  removeOfAny: ({ params }) => removeAnyMember(context.database, params.id),
});
