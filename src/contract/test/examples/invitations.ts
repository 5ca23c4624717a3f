import type { invitations } from '#contract/invitations.ts';
import {
  newEmail,
  personNames,
  wrongPassword as password,
  type Examples,
  type Scene,
} from './example.ts';

const settings = { enableLink: true, enablePublicUrl: true, requireAcceptance: true };

/** Opens the join link of a new organization. */
const openLink = async ({ createOrganization }: Scene) => {
  const { owner } = await createOrganization();
  const { link } = await owner.api.invitations.updateSettings({ body: settings });
  return { owner, link };
};

export const invitationExamples: Examples<typeof invitations> = {
  calls: {
    get: { params: { token: 'invitation' } },
    accept: {
      params: { token: 'invitation' },
      body: () => ({ email: newEmail(), password, passwordConfirm: password }),
      audit: 'member.changed',
      repeat: 'the emailed token is valid once',
      act: async ({ anyone, createInvitation, password }) => {
        const { email, token } = await createInvitation();
        const body = { email, password, passwordConfirm: password };
        return (await anyone.invitations.accept({ params: { token }, body })).user.id;
      },
    },
    askAgain: {
      params: { token: 'invitation' },
      audit: 'token.created',
      repeat: 'emails a link that replaces the previous one',
    },
    invite: {
      body: () => ({ ...personNames, email: newEmail(), role: 2 }),
      audit: 'member.created',
    },
    inviteMany: {
      body: () => ({ addresses: [`Eva Reis <${newEmail()}>`], role: 2 }),
      audit: 'member.created',
    },
    resend: {
      params: { id: 'invited' },
      audit: 'token.created',
      repeat: 'emails a link that replaces the previous one',
    },
    getLink: { params: { token: 'link' } },
    getSettings: { params: { tenantId: 'tenant' } },
    updateSettings: {
      body: () => settings,
      audit: 'joinLink.created',
      repeat: 'sets the same values',
      act: async (scene) => (await openLink(scene)).owner.id,
    },
    requestAccess: {
      params: { token: 'link' },
      body: () => ({ email: newEmail(), password, passwordConfirm: 'other' }),
      audit: 'member.created',
      act: async (scene) => {
        const { link: token } = await openLink(scene);
        const { anyone, password } = scene;
        const body = { email: newEmail(), password, passwordConfirm: password };
        return (await anyone.invitations.requestAccess({ params: { token }, body })).userId;
      },
    },
    cancelRequest: {
      params: { id: 'asking' },
      audit: 'member.removed',
      act: async (scene) => {
        const { link: token } = await openLink(scene);
        const { id, email, api } = await scene.createUser();
        const request = await api.invitations.requestAccess({ params: { token }, body: { email } });
        await api.invitations.cancelRequest({ params: { id: request.id } });
        return id;
      },
    },
    acceptUser: {
      params: { id: 'asking' },
      body: () => ({ accepted: true }),
      audit: 'member.changed',
      repeat: 'the request is answered once',
    },
  },
};
