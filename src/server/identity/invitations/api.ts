import type { invitations } from '#contract/invitations.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { acceptInvitation, get } from './service/accept.ts';
import { requestAccess, decideAccessRequest } from './service/access-request.ts';
import { inviteMany } from './service/invite-many.ts';
import { inviteMember, resendInvitation, requestNewInvitation } from './service/invite.ts';
import {
  getOrganizationByLink,
  getInvitationSettings,
  updateInvitationSettings,
} from './service/join-link.ts';
import { cancelRequest, listMyRequests } from './service/my-requests.ts';

export const invitationsApi = (context: AppContext): Handlers<typeof invitations> => ({
  get: ({ params }) => get(context.database, params.token),
  accept: (call) => acceptInvitation(context, call),
  askAgain: ({ params }) => requestNewInvitation(context, params.token),
  invite: (call) => inviteMember(context, call),
  inviteMany: (call) => inviteMany(context, call),
  resend: (call) => resendInvitation(context, call),
  getLink: ({ params }) => getOrganizationByLink(context.database, params.token),
  getSettings: async ({ tenant: reader }) => {
    const { tenant } = await reader.authorized();
    return getInvitationSettings(tenant);
  },
  updateSettings: ({ body, ...call }) => updateInvitationSettings(context, call, body),
  requestAccess: (call) => requestAccess(context, call),
  getMyRequests: ({ session }) => listMyRequests(context.database, session),
  cancelRequest: ({ session, params }) => cancelRequest(context.database, session, params.id),
  acceptUser: (call) => decideAccessRequest(context, call),
});
