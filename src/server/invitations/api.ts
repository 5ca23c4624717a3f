import type { invitations } from '#contract/invitations.ts';
import type { House } from '#server/house.ts';
import type { Handlers } from '#server/http/serve.ts';
import { accept, get } from './service/accept.ts';
import { acceptUser } from './service/answer.ts';
import { askAgain } from './service/ask-again.ts';
import { invite, resend } from './service/invite.ts';
import { getOrganization, getSettings, updateSettings } from './service/link.ts';
import { requestAccess } from './service/request.ts';

export const invitationsApi = (house: House): Handlers<typeof invitations> => ({
  get: ({ params }) => get(house.database, params.token),
  accept: (call) => accept(house.database, call),
  askAgain: ({ params }) => askAgain(house, params.token),
  invite: (call) => invite(house, call),
  resend: (call) => resend(house, call),
  getLink: ({ params }) => getOrganization(house.database, params.token),
  getSettings: ({ tenant }) => getSettings(tenant),
  updateSettings: ({ tenant, body }) => updateSettings(tenant, body),
  requestAccess: (call) => requestAccess(house, call),
  acceptUser: (call) => acceptUser(house, call),
});
