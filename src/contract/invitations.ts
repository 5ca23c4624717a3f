import { z } from 'zod';
import { anyone, inPerson, member, Role, signedIn } from './access.ts';
import { subject } from './endpoint.ts';
import { tenantCard, tenantUser } from './membership.ts';
import { maxInvitations } from './onboarding/addresses.ts';
import {
  email,
  id,
  singleLine,
  name,
  newPassword,
  opaqueText,
  password,
  requiredName,
  role,
  timestamp,
} from './shapes.ts';
import { signInReply, loginType } from './users.ts';

const manager = member({ role: Role.Admin });
/** Token of an invitation or a join link, in the path. */
const byToken = z.object({ token: opaqueText(200).min(1) });

export const invitationSettings = z.object({
  linkActive: z.boolean(),
  publicUrl: z.boolean(),
  requireAcceptance: z.boolean(),
  /** Token of the join link; its address is the origin plus `/invite/{link}`. */
  link: z.string(),
});
export type InvitationSettings = z.infer<typeof invitationSettings>;

const pendingRequest = z.object({ id, requestedAt: timestamp, organization: tenantCard });
export type PendingRequest = z.infer<typeof pendingRequest>;

/** Results of an entry in a list of people to invite. */
export const invitationResults = [
  'invited',
  'existing',
  'duplicate',
  'invalid',
  'noSeat',
  'held',
  'domain',
] as const;
export type InvitationResult = (typeof invitationResults)[number];

export const invitations = subject('TenantUserInvitation', {
  get: {
    route: 'GET /TenantUserInvitation/GetInvitation/:token',
    summary: 'Invitation of a mailed token',
    access: anyone,
    limit: 'lookup',
    params: byToken,
    reply: z.object({
      invitation: z.object({ user: z.object({ firstName: z.string(), email: z.string() }) }),
      tenant: tenantCard,
      /** True if the person has no password yet and must choose one. */
      requiresVerify: z.boolean(),
    }),
  },
  accept: {
    route: 'POST /TenantUserInvitation/AcceptInvitation/:token',
    summary: 'Accept an invitation and sign in',
    access: anyone,
    limit: 'token',
    signsIn: true,
    params: byToken,
    body: z.object({
      email,
      password: password.nullish(),
      passwordConfirm: opaqueText(128).nullish(),
      firstName: name(100).nullish(),
      lastName: name(100).nullish(),
      /** True if the person was shown that this accepts the current terms and privacy policy (R-LEG-03). */
      acceptsTerms: z.boolean().optional(),
    }),
    reply: signInReply,
    errors: [
      'account.passwordMismatch',
      'account.login.invalid',
      'account.secondFactorRequired',
      'invitation.wrongAccount',
      'policy.emailDomain',
      'tenant.suspended',
    ],
  },
  askAgain: {
    route: 'POST /TenantUserInvitation/AskAgain/:token',
    summary: 'Email a new invitation link to the invited address; the previous link is revoked',
    access: anyone,
    limit: 'token',
    params: byToken,
    errors: ['tenant.suspended'],
  },
  invite: {
    route: 'POST /TenantUserInvitation/InviteUser',
    summary: 'Invite a person by email',
    access: manager,
    effect: 'invites',
    limit: 'invite',
    once: true,
    body: z.object({
      email,
      firstName: requiredName(100),
      lastName: requiredName(100),
      phone: singleLine(50).nullish(),
      role,
    }),
    reply: tenantUser,
    errors: [
      'tenant.existingUser',
      'tenant.maxNumberOfUsers',
      'access.stepUpRequired',
      'tenant.onlyOwner',
      'apiKey.inviteRole',
      'invitation.addressHeld',
      'policy.emailDomain',
    ],
  },
  inviteMany: {
    route: 'POST /TenantUserInvitation/InviteUsers',
    summary: 'Invite up to 50 people by email, with a result for each',
    access: manager,
    effect: 'invites',
    limit: 'inviteMany',
    once: true,
    body: z.object({
      /** Each is an email address, or a name with the address in angle brackets. */
      addresses: z
        .array(opaqueText(500).min(1, 'field.required'))
        .min(1, 'field.required')
        .max(maxInvitations, 'field.tooLarge'),
      role,
    }),
    /** In the order of the addresses. */
    reply: z.array(z.object({ address: z.string(), result: z.enum(invitationResults) })),
    errors: ['access.stepUpRequired', 'tenant.onlyOwner', 'apiKey.inviteRole'],
  },
  resend: {
    route: 'POST /TenantUserInvitation/ResendInvitation/:id',
    summary: 'Send an invitation again; the previous link is revoked',
    access: manager,
    effect: 'invites',
    limit: 'invite',
    reply: tenantUser,
    errors: [
      'access.stepUpRequired',
      'tenant.onlyOwner',
      'apiKey.inviteRole',
      'policy.emailDomain',
    ],
  },
  getLink: {
    route: 'GET /TenantUserInvitation/GetInviteURL/:token',
    summary: 'Organization of a join link',
    access: anyone,
    limit: 'lookup',
    params: byToken,
    reply: tenantCard.extend({ id }),
  },
  getSettings: {
    route: 'GET /TenantUserInvitation/GetInvitationSettings/:tenantId',
    summary: 'Join settings of the organization',
    access: member({ role: Role.Admin, of: 'tenantId' }),
    params: z.object({ tenantId: id }),
    reply: invitationSettings,
  },
  updateSettings: {
    route: 'POST /TenantUserInvitation/UpdateInvitationSettings',
    summary: 'Change the join settings; a reset creates a new link',
    access: manager,
    body: z.object({
      enableLink: z.boolean(),
      resetLink: z.boolean().default(false),
      enablePublicUrl: z.boolean(),
      requireAcceptance: z.boolean(),
    }),
    reply: invitationSettings,
    errors: ['access.stepUpRequired'],
  },
  requestAccess: {
    route: 'POST /TenantUserInvitation/RequestAccess/:token',
    summary: 'Request to join through a join link',
    access: anyone,
    limit: ['login', 'join'],
    once: true,
    params: byToken,
    body: z.object({
      email,
      /** Required of signed-out visitors: the password of their account, or of a new one. */
      password: newPassword.nullish(),
      passwordConfirm: opaqueText(128).nullish(),
      /** Name of the person; the pages ask for it, older clients don't send it. */
      firstName: name(100).nullish(),
      lastName: name(100).nullish(),
      userLoginType: loginType.default(0),
      /** True if the person was shown that this accepts the current terms and privacy policy (R-LEG-03). */
      acceptsTerms: z.boolean().optional(),
    }),
    reply: tenantUser,
    errors: [
      'account.passwordMismatch',
      'account.login.invalid',
      'account.secondFactorRequired',
      'policy.emailDomain',
      'tenant.maxNumberOfUsers',
      'tenant.existingUser',
      'tenant.suspended',
    ],
  },
  getMyRequests: {
    route: 'GET /TenantUserInvitation/GetMyRequests',
    summary: 'Own requests to join that wait for an answer, oldest first',
    access: signedIn,
    reply: z.array(pendingRequest),
  },
  cancelRequest: {
    route: 'DELETE /TenantUserInvitation/CancelRequest/:id',
    summary: 'Cancel an own request to join',
    access: inPerson,
  },
  acceptUser: {
    route: 'POST /TenantUserInvitation/AcceptUser/:id',
    summary: 'Accept or reject a request to join',
    access: manager,
    body: z.object({ accepted: z.boolean() }),
    /** Null (204) for a rejected request. */
    reply: tenantUser.nullable(),
    errors: ['tenant.maxNumberOfUsers', 'tenant.onlyOwner', 'policy.emailDomain'],
  },
});
