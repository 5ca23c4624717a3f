import { describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import { InvalidRequest, ProviderUnavailable } from '#server/platform/stripe/errors.ts';
import { signInOperator, type TestMember, testApplication } from '#server/test/application.ts';
import { resumeOperations } from './service/resume-operations.ts';
import {
  expectFailure,
  failureCodeOf,
  offerProduct,
  sandboxControlsOf,
  testCards,
} from './test/fixtures.ts';
import { observeCalls } from './test/observed-client.ts';
import { register, stateReader, statesBefore } from './test/states.ts';

const product = await testApplication({ INSTANCES: '1' });
const { confirm, advance } = sandboxControlsOf(product);
const provider = await connectToSandbox(product);
const { stripe } = provider;
const operator = await signInOperator(product);
const small = await offerProduct(product, { price: 10, maxUsers: 0 });
const given = { product, provider, operator, plan: small };
const states = statesBefore(given);
const { stateOf, customerOf } = stateReader(given);
const registered = register(given);

describe('A date of the end, which shortens a new period (R-SUB-03)', () => {
  const yearly = offerProduct(product, { price: 300, period: BillingPeriod.Yearly, maxUsers: 0 });
  const mailsOf = async ({ user }: TestMember) => {
    const { rows } = await product.open.owner.query<{ subject: string }>(
      'select subject from emails where recipient = $1 order by id',
      [user.email],
    );
    return rows.map(({ subject }) => subject);
  };
  const choose = async ({ api }: TestMember, token: string) => {
    const query = { subscriptionPriceId: await yearly };
    const shown = await api.subscriptions.getUpcomingInvoice({ query });
    const { prorationDate = null, amountDue = null } = shown ?? {};
    const body = { ...query, prorationDate, amountDue, subscriptionCardToken: token };
    return { amountDue, changing: api.subscriptions.update({ body }) };
  };

  test('is removed before a whole year is charged, as shown', async () => {
    const owner = await states['an end scheduled in the portal']();
    const { amountDue, changing } = await choose(owner, testCards.good);
    const { invoices, activeProduct } = await changing;
    expect(amountDue).toBeGreaterThan(28_000);
    expect(invoices[0]).toMatchObject({ amountPaid: amountDue });
    expect(activeProduct).toMatchObject({ endDate: null, cancelledAt: null });
    const customer = await customerOf(owner);
    const [live] = (await stripe.subscriptions.list({ customer })).data;
    const { current_period_start: start = 0, current_period_end: end = 0 } =
      live?.items.data[0] ?? {};
    expect(Math.round((end - start) / 86_400)).toBeGreaterThanOrEqual(365);
  });

  test('stands while the payment waits, and after it failed, without an email', async () => {
    const owner = await states['an end scheduled in the portal']();
    const before = await stateOf(owner);
    const mails = await mailsOf(owner);
    const { changing } = await choose(owner, testCards.confirms);
    const { params } = await expectFailure(changing);
    const waiting = await stateOf(owner);
    expect(waiting.current.activeProduct).toEqual(before.current.activeProduct);
    await confirm(params['clientSecret'], 'fail');
    const again = { subscriptionPriceId: await yearly, intentId: String(params['intentId']) };
    await failureCodeOf(owner.api.subscriptions.update({ body: again }));
    expect(await stateOf(owner)).toEqual(before);
    expect(await mailsOf(owner)).toEqual(mails);
  });

  /** Gives a new organization a date of the end at the provider, which was not read here yet. */
  const ending = async () => {
    const owner = await registered();
    const [live] = (await stripe.subscriptions.list({ customer: await customerOf(owner) })).data;
    const end = Math.floor(Date.now() / 1_000) + 3_600 * 24 * 9;
    const change = { cancel_at: end, proration_behavior: 'none' } as const;
    await stripe.subscriptions.update(live?.id ?? '', change);
    const endOf = async () => (await stripe.subscriptions.retrieve(live?.id ?? '')).cancel_at;
    return { owner, end, endOf };
  };

  test('stands while the payment waits, though it was never read before', async () => {
    const { owner, end } = await ending();
    const { changing } = await choose(owner, testCards.confirms);
    await expectFailure(changing);
    const { activeProduct } = (await stateOf(owner)).current;
    expect(activeProduct?.endDate).toBe(new Date(end * 1_000).toISOString());
    expect(activeProduct?.cancelledAt).not.toBeNull();
  });

  /** Lets calls of the client fail by their names while work is done. */
  const failing = async (errors: Record<string, Error>, work: () => Promise<unknown>) => {
    const { context } = product;
    const real = context.stripe;
    context.stripe = observeCalls(real, {
      before: (_step, verb) => {
        if (errors[verb]) throw errors[verb];
      },
    });
    await work();
    context.stripe = real;
  };
  const refusal = (message: string) => new InvalidRequest(message, { code: null, param: null });
  const failedOf = async ({ tenant: id }: TestMember) =>
    (await operator.api.support.get({ params: { id } })).failedOperations;

  test('is put back by a reversal that an operator retries', async () => {
    const { owner, end, endOf } = await ending();
    const { changing } = await choose(owner, testCards.confirms);
    const { params } = await expectFailure(changing);
    await confirm(params['clientSecret'], 'fail');
    const again = { subscriptionPriceId: await yearly, intentId: String(params['intentId']) };
    await failing(
      { reverseInvoice: refusal('The invoice'), restoreEndDate: refusal('The date') },
      () => failureCodeOf(owner.api.subscriptions.update({ body: again })),
    );
    const [failed] = await failedOf(owner);
    expect([failed?.refusals, await endOf()]).toEqual([['The invoice'], null]);
    const call = { params: { id: owner.tenant }, body: { operationId: failed?.id ?? '' } };
    await operator.api.support.retryReversal(call);
    expect(await endOf()).toBe(end);
  });

  test('is not put back by a reversal that is retried after another change', async () => {
    const { owner, endOf } = await ending();
    await failing(
      { reverseInvoice: refusal('The invoice'), restoreEndDate: refusal('The date') },
      async () => failureCodeOf((await choose(owner, testCards.failsLater)).changing),
    );
    const [failed] = await failedOf(owner);
    await (
      await choose(owner, testCards.good)
    ).changing;
    const call = { params: { id: owner.tenant }, body: { operationId: failed?.id ?? '' } };
    await operator.api.support.retryReversal(call);
    expect(await endOf()).toBeNull();
  });

  test('is put back later while the provider is away, whatever else is refused', async () => {
    const { owner, end, endOf } = await ending();
    const away = new ProviderUnavailable('away');
    await failing({ reverseInvoice: away, restoreEndDate: refusal('The date') }, async () =>
      failureCodeOf((await choose(owner, testCards.failsLater)).changing),
    );
    expect(await failedOf(owner)).toEqual([]);
    await product.open.owner.query('update billing_operations set lease_ends_at = now()');
    await resumeOperations(product.context);
    expect(await endOf()).toBe(end);
  });

  test('is not put back by a process that wakes after another has undone its change and a new one was made', async () => {
    const { owner, endOf } = await ending();
    const { context } = product;
    const real = context.stripe;
    const [asleep, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let last = 0;
    context.stripe = observeCalls(real, {
      before: (step, verb) => {
        if (verb === 'setDefaultCard') last = step;
      },
      after: async (step) => {
        if (step !== last) return;
        asleep.resolve();
        await woken.promise;
      },
    });
    const late = choose(owner, testCards.good).then(({ changing }) => failureCodeOf(changing));
    await asleep.promise;
    context.stripe = real;
    await product.open.owner.query('update billing_operations set lease_ends_at = now()');
    await resumeOperations(context);
    await (
      await choose(owner, testCards.good)
    ).changing;
    woken.resolve();
    expect(await late).toBe('billing.inProgress');
    expect(await endOf()).toBeNull();
  });

  test('ends the plan if it has passed when the payment fails', async () => {
    const owner = await registered();
    const customer = await customerOf(owner);
    const [live] = (await stripe.subscriptions.list({ customer })).data;
    const soon = Math.floor(Date.now() / 1_000) + 3_600 * 24 * 2;
    await stripe.subscriptions.update(live?.id ?? '', {
      cancel_at: soon,
      proration_behavior: 'none',
    });
    await stateOf(owner);
    const { changing } = await choose(owner, testCards.confirms);
    await expectFailure(changing);
    await advance(3);
    await product.open.owner.query('update billing_operations set lease_ends_at = now()');
    await resumeOperations(product.context);
    const { activeProduct, invoices } = await owner.api.subscriptions.getCurrent();
    expect(activeProduct?.subscriptionPrice.id).not.toBe(small);
    expect(invoices.map(({ status }) => status)).toEqual(['paid']);
  });
});
