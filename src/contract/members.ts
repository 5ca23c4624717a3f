import { z } from 'zod';
import { member, operator, Role, operatorOf, signedIn, withStepUp } from './access.ts';
import { subject } from './endpoint.ts';
import { memberList } from './lists/operator.ts';
import { listParams, orderedParams } from './lists/query.ts';
import { tenantCard, tenantUser } from './membership.ts';
import { id, singleLine, requiredName, role } from './shapes.ts';

/** Lowest role that may list members: Guests may not. */
const reader = Role.Member;

const memberInput = z.object({
  role,
  firstName: requiredName(100),
  lastName: requiredName(100),
  phone: singleLine(50).nullish(),
});

/** `takeOverKeys`: the API keys of the member act with the rights of the caller from now on, instead of stopping. */
const handOver = z.object({ takeOverKeys: z.stringbool().prefault('false') });

/** Membership without access, with what an outsider may see of its organization. */
const deactivatedMembership = z.object({ id, organization: tenantCard });
export type DeactivatedMembership = z.infer<typeof deactivatedMembership>;

export const members = subject('TenantUsers', {
  getAll: {
    route: 'GET /TenantUsers/GetAll/:tenantId',
    summary: 'Members of an organization including pending ones, Owner first',
    access: member({ role: reader, of: 'tenantId' }),
    params: z.object({ tenantId: id }),
    reply: z.array(tenantUser),
  },
  getAllOfAll: {
    route: 'GET /TenantUsers/Admin/GetAll',
    summary: 'Members of all organizations, or of one',
    access: operatorOf('billing'),
    query: listParams(memberList).extend({ tenantId: id.optional() }),
    reply: z.array(tenantUser.extend({ tenant: z.object({ id, name: z.string() }) })),
    paged: true,
  },
  exportOfAll: {
    route: 'GET /TenantUsers/Admin/Export',
    summary: 'Members of all organizations, or of one, as CSV',
    access: operatorOf('billing'),
    query: orderedParams(memberList).extend({ tenantId: id.optional() }),
    file: 'text/csv',
  },
  get: {
    route: 'GET /TenantUsers/Get/:id',
    summary: 'One member of the current organization',
    access: member({ role: reader }),
    reply: tenantUser,
  },
  update: {
    route: 'PUT /TenantUsers/Update/:id',
    summary: 'Change role and details of a member',
    access: member({ role: Role.Admin }),
    query: handOver,
    body: memberInput,
    reply: tenantUser,
    errors: ['access.stepUpRequired', 'tenant.onlyOwner', 'tenant.cannotBeWithoutOwner'],
  },
  remove: {
    route: 'DELETE /TenantUsers/Delete/:id',
    summary: 'Remove a member, or leave',
    // All members may leave; the service refuses other removals by Members and Guests (R-MEM-15).
    access: member({ whenReadOnly: true }),
    effect: 'deletes',
    query: handOver,
    errors: [
      'access.stepUpRequired',
      'tenant.onlyAdmin',
      'tenant.onlyOwner',
      'tenant.cannotBeWithoutOwner',
    ],
  },
  deactivate: {
    route: 'PUT /TenantUsers/Deactivate/:id',
    summary: 'Deactivate a member: no access, and the seat is free; their records are kept',
    // Frees a seat, like removal.
    access: member({ role: Role.Admin, whenReadOnly: true }),
    effect: 'deletes',
    query: handOver,
    reply: tenantUser,
    errors: ['access.stepUpRequired', 'tenant.onlyOwner', 'tenant.cannotBeWithoutOwner'],
  },
  reactivate: {
    route: 'PUT /TenantUsers/Reactivate/:id',
    summary: 'Reactivate a deactivated member, who takes a seat again',
    access: member({ role: Role.Admin }),
    // A deactivated invitation is emailed again.
    limit: 'invite',
    reply: tenantUser,
    errors: [
      'access.stepUpRequired',
      'tenant.onlyOwner',
      'tenant.maxNumberOfUsers',
      'policy.emailDomain',
    ],
  },
  getDeactivated: {
    route: 'GET /TenantUsers/GetDeactivated',
    summary: 'Organizations in which the caller is deactivated, by name',
    access: signedIn,
    reply: z.array(deactivatedMembership),
  },
  deactivateOfAny: {
    route: 'PUT /TenantUsers/Admin/Deactivate/:id',
    summary: 'Deactivate a member of any organization',
    access: operator,
    reply: tenantUser,
    errors: ['tenant.cannotBeWithoutOwner'],
  },
  reactivateOfAny: {
    route: 'PUT /TenantUsers/Admin/Reactivate/:id',
    summary: 'Reactivate a deactivated member of any organization',
    access: withStepUp(operator),
    reply: tenantUser,
    errors: ['tenant.maxNumberOfUsers', 'billing.readOnly', 'policy.emailDomain'],
  },
  removeOfAny: {
    route: 'DELETE /TenantUsers/Admin/Delete/:id',
    summary: 'Remove a member of any organization',
    access: operator,
    errors: ['tenant.cannotBeWithoutOwner'],
  },
});
