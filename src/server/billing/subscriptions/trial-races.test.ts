import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Failure } from '#contract/errors.ts';
import { BillingPeriod } from '#contract/periods.ts';
import { connectToSandbox, reconcileAllNow } from '#server/billing/payments/test/fixtures.ts';
import { seededRandom } from '#server/billing/payments/test/random-actions.ts';
import { type TestMember, priceIdOf, testApplication } from '#server/test/application.ts';
import { figure, repetitions, seed } from '#tools/kit/seed.ts';
import {
  offerProduct,
  registerWithPlan,
  registrationBody,
  sandboxControlsOf,
  testCards,
} from './test/fixtures.ts';

/** A hundred requests at once never give two trials or two subscriptions (R-SUB-01, R-SUB-06). */
const product = await testApplication({ INSTANCES: '1' });
const { stripe } = await connectToSandbox(product);
const { advance } = sandboxControlsOf(product);
const random = seededRandom(seed);
const free = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const trial = await priceIdOf(product, 'Pro', BillingPeriod.Monthly);
const longTrial = await offerProduct(product, { price: 30, tier: 3, maxUsers: 0, trialDays: 30 });
const paid = await offerProduct(product, { price: 10, tier: 2, maxUsers: 0 });

const requests = 100;
const rounds = Array.from({ length: repetitions(1, 20) }, (_, index) => index + 1);
const withCard = { subscriptionCardToken: testCards.good };

/** Actions of an owner on plans. */
const actions: ((member: TestMember) => Promise<unknown>)[] = [
  ...[trial, longTrial, paid, free].flatMap((price) => [
    ({ api }: TestMember) => api.subscriptions.update({ body: { subscriptionPriceId: price } }),
    ({ api }: TestMember) =>
      api.subscriptions.update({ body: { subscriptionPriceId: price, ...withCard } }),
  ]),
  ({ api }) => api.subscriptions.cancel({ body: {} }),
  ({ api }) => api.subscriptions.cancel({ body: { atPeriodEnd: true } }),
  ({ api }) => api.subscriptions.updateCardToken({ params: { token: testCards.good } }),
  ({ api }) => {
    const selectedSubscription = { subscriptionPriceId: trial };
    return api.tenants.create({ body: { name: `Another ${randomUUID()}`, selectedSubscription } });
  },
];

/** Performs an action; repeats it while another one of the organization is in progress, ten times at most. */
const untilAnswered = async (action: (typeof actions)[number], member: TestMember) => {
  for (let tries = 10; ; tries -= 1) {
    try {
      return await action(member);
    } catch (error) {
      const isWaiting = error instanceof Failure && error.code === 'billing.inProgress';
      if (!isWaiting || tries === 0) throw error;
      await sleep(50);
    }
  }
};

/** Returns the subscriptions at the provider of all organizations of a person. */
const subscriptionsOf = async ({ user }: TestMember) => {
  const { rows } = await product.open.owner.query<{ tenant: string }>(
    'select tenant_id as tenant from memberships where user_id = $1',
    [user.id],
  );
  const tenants = rows.map(({ tenant }) => tenant);
  const found = [];
  for await (const one of stripe.subscriptions.list({ status: 'all', limit: 100 })) {
    if (tenants.includes(one.metadata['tenantId'] ?? '')) found.push(one);
  }
  return found;
};

const isRunning = ({ status }: { status: string }) =>
  !/^(canceled|incomplete|incomplete_expired)$/.test(status);

/** Checks that a person has had one trial at most, and each of their organizations one subscription. */
const expectOneOfEach = async (owner: TestMember) => {
  const subscriptions = await subscriptionsOf(owner);
  expect(subscriptions.filter(({ trial_start: began }) => began !== null).length).toBeLessThan(2);
  const running = subscriptions.filter(isRunning).map(({ metadata }) => metadata['tenantId']);
  expect(new Set(running).size).toBe(running.length);
};

describe('A hundred requests at once', () => {
  test.each(rounds)(
    'of one person leave one trial and one subscription each (%i) (R-SUB-01, R-SUB-06)',
    async () => {
      const owner = await registerWithPlan(product, free);
      const calls = Array.from({ length: requests }, () =>
        untilAnswered(random.pick(actions), owner).then(
          () => 'done',
          (error: unknown) => error,
        ),
      );
      const answers = await Promise.all(calls);
      const refused = answers.filter((answer) => answer !== 'done');
      for (const error of refused) expect(error).toBeInstanceOf(Failure);
      expect(refused.filter((error) => (error as Failure).status === 500)).toEqual([]);
      await expectOneOfEach(owner);
      await reconcileAllNow(product);
      await expectOneOfEach(owner);
      await advance(40);
      await expectOneOfEach(owner);
      const done = requests - refused.length;
      figure('trial-races', `${requests} requests of one person at once: ${done} done, no 500`);
    },
    120_000,
  );

  test('with one card give one trial (R-SUB-06)', async () => {
    const codes = await Promise.all(
      Array.from({ length: requests }, () =>
        product.anyone.accounts
          .register({
            body: registrationBody(trial, { subscriptionCardToken: testCards.other }),
          })
          .then(
            () => 'registered',
            (error: Failure) => error.code,
          ),
      ),
    );
    const registered = codes.filter((code) => code === 'registered');
    expect(registered).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['registered', 'billing.trialUsed']));
    figure('trial-races', `${requests} registrations with one card at once: 1 trial`);
  }, 120_000);
});
