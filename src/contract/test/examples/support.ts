import type { Api } from '#contract/api-client.ts';
import type { support } from '#contract/support/support.ts';
import { newOrganizationName, type Examples, type Scene } from './example.ts';

const params = { id: 'tenant' } as const;
const reason = 'The service was unavailable on Monday.';
const until = () => new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
const card = { number: '5200828282828210', expiryMonth: 12, expiryYear: 2060, cvc: '123' };

type Supported = { operator: Api; params: { id: string }; owner: Api; scene: Scene };

/** Lets the operator make a change for an organization in a trial. */
const byOperator =
  (change: (supported: Supported) => Promise<unknown>) =>
  async (scene: Scene): Promise<string> => {
    const { operator, registerOwner } = scene;
    const { api: owner } = await registerOwner();
    const [tenant] = await owner.tenants.getAll();
    const { id } = await operator.users.getCurrent();
    await change({ operator, params: { id: tenant?.id ?? '' }, owner, scene });
    return id;
  };

/** Pays for a plan, and returns the provider's id of the invoice. */
const payInvoice = async ({ owner, scene }: Supported) => {
  await owner.subscriptions.cancel({ body: {} });
  const subscriptionPriceId = await scene.priceIdOf('Pro', 3);
  const { id: subscriptionCardToken } = await owner.subscriptions.createCardToken({ body: card });
  const body = { subscriptionPriceId, subscriptionCardToken };
  const { invoices } = await owner.subscriptions.update({ body });
  return invoices[0]?.id ?? '';
};

const audit = 'supportAction.created';
const changePlan = async ({ operator, params: of, scene }: Supported) => {
  const subscriptionPriceId = await scene.priceIdOf('Unlimited', 3);
  const body = { subscriptionPriceId, amountDue: 0, reason };
  await operator.support.changePlan({ params: of, body });
};

export const supportExamples: Examples<typeof support> = {
  calls: {
    get: { params },
    editTenant: {
      params,
      body: () => ({ name: newOrganizationName(), subdomain: '', domain: '', reason }),
      audit,
      act: byOperator(async ({ operator, params: of }) => {
        const body = { name: newOrganizationName(), subdomain: '', domain: '', reason };
        await operator.support.editTenant({ params: of, body });
      }),
    },
    credit: {
      params,
      body: () => ({ amount: 10, reason }),
      audit,
      act: byOperator(({ operator, params: of }) =>
        operator.support.credit({ params: of, body: { amount: 10, reason } }),
      ),
    },
    refund: {
      params,
      body: () => ({ invoiceId: 'in_unknown', amount: 1, reason }),
      audit,
      act: byOperator(async (supported) => {
        const invoiceId = await payInvoice(supported);
        const body = { invoiceId, amount: 1, reason };
        await supported.operator.support.refund({ params: supported.params, body });
      }),
    },
    retryReversal: {
      params,
      body: () => ({ operationId: crypto.randomUUID() }),
      audit: { none: 'the entry of the operation that it closes has the operator' },
      repeat: 'an operation that was reversed is not found again',
    },
    answerDispute: {
      params,
      body: () => ({ disputeId: crypto.randomUUID(), explanation: null, reason }),
      audit: { none: 'a dispute needs a card that is disputed; the action is tested with one' },
      repeat: 'a dispute takes one answer; a second one is refused',
    },
    resendReceipt: {
      params,
      body: () => ({ invoiceId: 'in_unknown', reason }),
      audit,
      act: byOperator(async (supported) => {
        const body = { invoiceId: await payInvoice(supported), reason };
        await supported.operator.support.resendReceipt({ params: supported.params, body });
      }),
    },
    extendTrial: {
      params,
      body: () => ({ until: until(), reason }),
      audit,
      act: byOperator(({ operator, params: of }) =>
        operator.support.extendTrial({ params: of, body: { until: until(), reason } }),
      ),
    },
    grantPlan: {
      params,
      body: ({ free }) => ({ subscriptionPriceId: free, until: until(), reason }),
      audit,
      act: byOperator(async ({ operator, params: of, scene }) => {
        const subscriptionPriceId = await scene.priceIdOf('Unlimited', 3);
        const body = { subscriptionPriceId, until: until(), reason };
        await operator.support.grantPlan({ params: of, body });
      }),
    },
    previewPlanChange: { params },
    changePlan: {
      params,
      body: ({ free }) => ({ subscriptionPriceId: free, amountDue: 0, reason }),
      audit,
      act: byOperator(changePlan),
    },
  },
};
