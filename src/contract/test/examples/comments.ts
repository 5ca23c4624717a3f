import type { comments } from '#contract/comments/comments.ts';
import type { Examples, Scene } from './example.ts';

const unknown = '00000000-0000-7000-8000-000000000000';
const params = { id: { text: unknown } };
const text = 'Compare with the broker’s note';

/** Acts on a new comment of a new owner. */
const act =
  (
    work: (
      owner: Awaited<ReturnType<Scene['registerOwner']>>['api'],
      id: string,
    ) => Promise<unknown>,
  ) =>
  async (scene: Scene) => {
    const { api, id } = await scene.registerOwner();
    const about = { description: 'PETR4', quantity: 1, price: 100, date: '2026-03-01' };
    const { id: transactionId } = await api.transactions.create({ body: about });
    const made = await api.comments.create({ body: { transactionId, text } });
    await work(api, made.id);
    return id;
  };

export const commentExamples: Examples<typeof comments> = {
  calls: {
    getAll: { params },
    create: {
      body: () => ({ transactionId: unknown, text }),
      audit: 'comment.created',
      act: act(async () => undefined),
    },
    update: {
      params,
      body: () => ({ text: 'Compared' }),
      audit: 'comment.changed',
      act: act((api, id) => api.comments.update({ params: { id }, body: { text: 'Compared' } })),
    },
    remove: {
      params,
      audit: 'comment.removed',
      act: act((api, id) => api.comments.remove({ params: { id } })),
    },
    restore: {
      body: () => ({ ids: [unknown] }),
      audit: 'comment.restored',
      act: act(async (api, id) => {
        await api.comments.remove({ params: { id } });
        await api.comments.restore({ body: { ids: [id] } });
      }),
    },
  },
};
