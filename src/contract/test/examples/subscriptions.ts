import type { Api } from '#contract/api-client.ts';
import type { subscriptions } from '#contract/subscriptions.ts';
import type { Examples, Scene } from './example.ts';

const card = () => ({
  number: '4242424242424242',
  expiryMonth: 12,
  expiryYear: 2060,
  cvc: '123',
});

const tokenOf = async (api: Api) => (await api.subscriptions.createCardToken({ body: card() })).id;

const byOwner =
  (action: (api: Api, scene: Scene) => Promise<unknown>) =>
  async (scene: Scene): Promise<string> => {
    const { id, api } = await scene.registerOwner();
    await action(api, scene);
    return id;
  };

export const subscriptionExamples: Examples<typeof subscriptions> = {
  calls: {
    previewNewPlan: { params: { id: 'price' } },
    getCoupon: { params: { code: { text: 'NOTHING' }, currency: { text: 'usd' } } },
    update: {
      body: ({ free: subscriptionPriceId }) => ({ subscriptionPriceId }),
      audit: 'payment.created',
      act: byOwner(async (api, { priceIdOf }) => {
        const subscriptionPriceId = await priceIdOf('Unlimited', 4);
        const subscriptionCardToken = await tokenOf(api);
        await api.subscriptions.update({ body: { subscriptionPriceId, subscriptionCardToken } });
      }),
    },
    cancel: {
      body: () => ({
        atPeriodEnd: false,
        reason: 'too_expensive',
        comment: 'We are a small team.',
      }),
      audit: 'cancellation.created',
      act: byOwner((api) => api.subscriptions.cancel({ body: { reason: 'too_expensive' } })),
    },
    updateCardToken: {
      params: { token: { text: 'tok_visa' } },
      audit: 'payment.created',
      act: byOwner(async (api) =>
        api.subscriptions.updateCardToken({
          params: { token: await tokenOf(api) },
        }),
      ),
    },
    createCardToken: {
      body: card,
      audit: { none: 'the card goes to the provider only' },
      repeat: 'an unused token of the sandbox has no effect',
    },
    updateCard: {
      body: card,
      audit: 'payment.created',
      act: byOwner((api) => api.subscriptions.updateCard({ body: card() })),
    },
    payInvoice: {
      params: { id: { text: 'in_unknown' } },
      audit: 'payment.created',
      act: byOwner(async (api) => {
        const { invoices } = await api.subscriptions.getCurrent();
        await api.subscriptions.payInvoice({ params: { id: invoices[0]?.id ?? '' } });
      }),
    },
    createPortalSession: {
      audit: { none: 'opens a page of the provider' },
      repeat: 'returns another address that expires',
    },
  },
};
