import type { members } from '#contract/members.ts';
import { personNames, type Examples, type Scene } from './example.ts';

const params = { id: 'member' } as const;

/** Creates an organization with a deactivated member; returns its owner and the membership. */
const createDeactivated = async ({ registerOwner, createUser }: Scene) => {
  const owner = await registerOwner();
  const { link } = await owner.api.invitations.updateSettings({
    body: { enableLink: true, enablePublicUrl: false, requireAcceptance: false },
  });
  const { api, email } = await createUser();
  const { id } = await api.invitations.requestAccess({ params: { token: link }, body: { email } });
  await owner.api.members.deactivate({ params: { id } });
  return { owner, params: { id } };
};

export const memberExamples: Examples<typeof members> = {
  calls: {
    getAll: { params: { tenantId: 'tenant' } },
    get: { params },
    update: { params, body: () => ({ ...personNames, role: 3 }), audit: 'member.changed' },
    remove: { params, audit: 'member.removed' },
    deactivate: { params, audit: 'member.changed' },
    reactivate: {
      params,
      audit: 'member.changed',
      act: async (scene) => {
        const { owner, params: deactivated } = await createDeactivated(scene);
        await owner.api.members.reactivate({ params: deactivated });
        return owner.id;
      },
    },
    deactivateOfAny: { params, audit: 'member.changed' },
    reactivateOfAny: {
      params,
      audit: 'member.changed',
      act: async (scene) => {
        const { params: deactivated } = await createDeactivated(scene);
        await scene.operator.members.reactivateOfAny({ params: deactivated });
        return (await scene.operator.users.getCurrent()).id;
      },
    },
    removeOfAny: { params, audit: 'member.removed' },
  },
};
