import type { suspensions } from '#contract/suspensions/suspensions.ts';
import type { Examples, Scene } from './example.ts';

const body = () => ({ reason: 'Ticket 7' });

const operatorId = async ({ operator }: Scene) => (await operator.users.getCurrent()).id;

export const suspensionExamples: Examples<typeof suspensions> = {
  calls: {
    suspendTenant: { params: { id: 'tenant' }, body, audit: 'tenant.suspended' },
    liftTenant: {
      params: { id: 'tenant' },
      audit: 'tenant.unsuspended',
      act: async (scene) => {
        const { api } = await scene.registerOwner();
        const params = { id: (await api.tenants.getCurrent()).id };
        await scene.operator.suspensions.suspendTenant({ params, body: body() });
        await scene.operator.suspensions.liftTenant({ params });
        return operatorId(scene);
      },
    },
    suspendUser: { params: { id: 'user' }, body, audit: 'user.suspended' },
    liftUser: {
      params: { id: 'user' },
      audit: 'user.unsuspended',
      act: async (scene) => {
        const params = { id: (await scene.createUser()).id };
        await scene.operator.suspensions.suspendUser({ params, body: body() });
        await scene.operator.suspensions.liftUser({ params });
        return operatorId(scene);
      },
    },
  },
};
