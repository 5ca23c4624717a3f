import type { Stripe } from 'stripe';
import type { Api } from '#contract/api-client.ts';
import { Failure } from '#contract/errors.ts';
import type { PayingTenant } from './fixtures.ts';
import type { SeededRandom } from './random-actions.ts';

type OperatorActionContext = {
  api: Pick<Api, 'support' | 'suspensions'>;
  stripe: Stripe;
  payer: PayingTenant;
  /** Ids of recurring prices, and of a free one. */
  plans: string[];
  free: string;
  dice: SeededRandom;
  /** The provider's time. */
  now: Date;
};

type OperatorAction = (context: OperatorActionContext) => Promise<unknown>;

const reason = 'Random action';
const paramsOf = ({ payer: { tenant: id } }: OperatorActionContext) => ({ id });
const dayIn = ({ now }: OperatorActionContext, days: number) =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

const grant: OperatorAction = (context) => {
  const { api, dice, plans } = context;
  const until = dice.next() < 0.3 ? null : dayIn(context, 1 + dice.below(40));
  const body = { subscriptionPriceId: dice.pick(plans), until, reason };
  return api.support.grantPlan({ params: paramsOf(context), body });
};

const changePlan = async (context: OperatorActionContext, subscriptionPriceId: string) => {
  const { support } = context.api;
  const params = paramsOf(context);
  const preview = await support.previewPlanChange({ params, query: { subscriptionPriceId } });
  const { amountDue = 0, prorationDate = null } = preview ?? {};
  const atPeriodEnd = context.dice.next() < 0.5;
  const body = { subscriptionPriceId, amountDue, prorationDate, atPeriodEnd, reason };
  await support.changePlan({ params, body });
};

const actions: Record<string, OperatorAction> = {
  grant,
  'grant again': grant,
  'change plan': (context) => changePlan(context, context.dice.pick(context.plans)),
  'move to the free plan': (context) => changePlan(context, context.free),
  credit(context) {
    const body = { amount: 1 + context.dice.below(9), reason };
    return context.api.support.credit({ params: paramsOf(context), body });
  },
  async refund(context) {
    const { customer } = context.payer;
    const { data } = await context.stripe.invoices.list({ customer, status: 'paid', limit: 100 });
    const invoiceId = data.find(({ amount_paid: paid }) => paid > 0)?.id ?? 'in_none';
    const ends = context.dice.next() < 0.3;
    const body = { invoiceId, amount: null, ends, reason };
    return context.api.support.refund({ params: paramsOf(context), body });
  },
  'extend the trial'(context) {
    const body = { until: dayIn(context, 5 + context.dice.below(40)), reason };
    return context.api.support.extendTrial({ params: paramsOf(context), body });
  },
  suspend: (context) =>
    context.api.suspensions.suspendTenant({ params: paramsOf(context), body: { reason } }),
  'lift the suspension': (context) =>
    context.api.suspensions.liftTenant({ params: paramsOf(context) }),
};

/** Numbers of the operators' actions that were carried out, by name, and refused, by code. */
export class OperatorTally {
  readonly done = new Map<string, number>();
  readonly refused = new Map<string, number>();

  count(of: Map<string, number>, name: string) {
    of.set(name, (of.get(name) ?? 0) + 1);
  }

  /** Returns the number of calls that ended in an unexpected error, as those of a killed process do. */
  get lost() {
    return this.refused.get('internal') ?? 0;
  }
}

/** Performs a random action of an operator for an organization, through the API; it may be refused. */
export async function performOperatorAction(context: OperatorActionContext, tally: OperatorTally) {
  const name = context.dice.pick(Object.keys(actions));
  try {
    await actions[name]?.(context);
    tally.count(tally.done, name);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    tally.count(tally.refused, error.code);
  }
}
