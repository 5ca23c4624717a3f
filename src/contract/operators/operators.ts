import { z } from 'zod';
import { anyone, operator, operatorOf, operatorRoles, withStepUp } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import {
  email,
  id,
  name,
  newPassword,
  opaqueText,
  passwordConfirmation,
  timestamp,
} from '#contract/shapes.ts';
import { signInReply } from '#contract/users.ts';

const operatorRole = z.enum(operatorRoles, 'field.required');

/** An operator, or an invitation to become one. */
export const operatorRecord = z.object({
  id,
  email: z.string(),
  name: z.string(),
  avatar: z.string(),
  role: operatorRole,
  /** When the invitation expires; null for an operator. */
  invitedUntil: timestamp.nullable(),
  /** True for an invitation that has expired. */
  expired: z.boolean(),
});
export type OperatorRecord = z.infer<typeof operatorRecord>;

/** Token of an invitation, in the path. */
const byToken = z.object({ token: opaqueText(200).min(1) });

export const operators = subject('Operator', {
  getAll: {
    route: 'GET /Operator/GetAll',
    summary: 'Operators with their roles, and pending invitations',
    access: operatorOf(),
    reply: z.array(operatorRecord),
  },
  invite: {
    route: 'POST /Operator/Invite',
    summary: 'Invite an operator by email; an earlier invitation of the address is revoked',
    access: withStepUp(operator),
    limit: 'invite',
    once: true,
    body: z.object({ email, role: operatorRole }),
    reply: operatorRecord,
    errors: ['operators.existingUser'],
  },
  update: {
    route: 'PUT /Operator/UpdateOperator/:id',
    summary: 'Change the role of an operator, from their next call on',
    access: withStepUp(operator),
    body: z.object({ role: operatorRole }),
    reply: operatorRecord,
    errors: ['operators.lastAdministrator'],
  },
  remove: {
    route: 'DELETE /Operator/DeleteOperator/:id',
    summary: 'Remove an operator; their sessions end',
    access: withStepUp(operator),
    errors: ['operators.lastAdministrator'],
  },
  withdraw: {
    route: 'DELETE /Operator/DeleteInvitation/:id',
    summary: 'Revoke the invitation of an operator',
    access: operator,
  },
  getInvitation: {
    route: 'GET /Operator/GetInvitation/:token',
    summary: 'Invitation of an operator by its emailed token',
    access: anyone,
    limit: 'lookup',
    params: byToken,
    reply: z.object({ email: z.string(), role: operatorRole }),
  },
  accept: {
    route: 'POST /Operator/AcceptInvitation/:token',
    summary: 'Accept an invitation: creates the account of the operator and signs in',
    access: anyone,
    limit: 'token',
    signsIn: true,
    params: byToken,
    body: z.object({
      firstName: name(100).default(''),
      lastName: name(100).default(''),
      password: newPassword,
      passwordConfirm: passwordConfirmation,
    }),
    reply: signInReply,
    errors: ['account.passwordMismatch', 'operators.existingUser'],
  },
});
