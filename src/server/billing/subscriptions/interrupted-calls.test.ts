import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import { retryWithoutDelay } from '#server/billing/payments/test/retries.ts';
import { signInOperator, testApplication, type TestMember } from '#server/test/application.ts';
import { type CrashTask, type SupportTask, performTask } from './test/crash-task.ts';
import { offerProduct } from './test/fixtures.ts';
import { interruptionsOf } from './test/interruption.ts';
import { outlineReader, statesBefore, unchargedStates } from './test/states.ts';

/**
 * Ends the process after each request of a resumption and of an operator's call: afterwards all of it is done, exactly as
 * without the end, or nothing (R-SUB-20, R-SUP-02). `LONGRUN=all` kills a process.
 */
const product = await testApplication();
const { context } = product;
const provider = await connectToSandbox(product);
const operator = await signInOperator(product);
const small = await offerProduct(product, { price: 10, tier: 2 });
const large = await offerProduct(product, { price: 30, tier: 3 });
const { reachStep, resumeAndReconcile } = interruptionsOf(product, provider.sandbox);

retryWithoutDelay();

const given = { product, provider, operator, plan: small };
const states = { ...statesBefore(given), ...unchargedStates(given) };
const outlineOf = outlineReader(given);
const reason = 'They asked for it.';

const resumption = ({ tenant, user }: TestMember): CrashTask => ({
  change: { tenant, user: user.id, price: small },
});

const byOperator =
  (callFor: (invoiceId: string) => SupportTask) =>
  async ({ tenant: id, api }: TestMember): Promise<CrashTask> => {
    const { invoices } = await api.subscriptions.getCurrent();
    return { support: { operator: operator.user.id, id, ...callFor(invoices[0]?.id ?? '') } };
  };

/** Tasks that are interrupted, each with the state before it. */
const interrupted: Record<
  string,
  [state: keyof typeof states, task: (owner: TestMember) => CrashTask | Promise<CrashTask>]
> = {
  'the resumption of a canceled plan': ['a scheduled end', resumption],
  'the resumption of a paused plan': ['a pause', resumption],
  'the resumption of paused payments': ['a pause of the collection', resumption],
  'a change of plan by an operator': [
    'a scheduled end',
    byOperator(() => ({
      call: 'changePlan',
      body: { subscriptionPriceId: large, amountDue: 2_000, atPeriodEnd: false, reason },
    })),
  ],
  'a grant': [
    'a discount whose code is used up',
    byOperator(() => ({
      call: 'grantPlan',
      body: { subscriptionPriceId: large, until: null, reason },
    })),
  ],
  'a credit by an operator': [
    'nothing special',
    byOperator(() => ({ call: 'credit', body: { amount: 5, reason } })),
  ],
  'a refund': [
    'nothing special',
    byOperator((invoiceId) => ({
      call: 'refund',
      body: { invoiceId, amount: 3, ends: false, reason },
    })),
  ],
  'a refund that ends the plan': [
    'nothing special',
    byOperator((invoiceId) => ({
      call: 'refund',
      body: { invoiceId, amount: null, ends: true, reason },
    })),
  ],
};

describe.each(Object.entries(interrupted))('a process killed during %s', (_name, [state, task]) => {
  test('leaves it complete or not made at all (R-SUP-02)', async () => {
    const done = await states[state]();
    const before = await outlineOf(done);
    await performTask(context, await task(done));
    const complete = await outlineOf(done);
    expect(complete).not.toEqual(before);
    const isMade: boolean[] = [];
    for (let step = 1; ; step += 1) {
      const owner = await states[state]();
      if (!(await reachStep({ killAfterCall: step, ...(await task(owner)) }))) break;
      await resumeAndReconcile();
      const outline = await outlineOf(owner);
      expect([before, complete]).toContainEqual(outline);
      isMade.push(isDeepStrictEqual(outline, complete));
    }
    // Nothing was requested at first, and all at last.
    expect([isMade.at(0), isMade.at(-1)]).toEqual([false, true]);
  }, 300_000);
});
