import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Failure } from '#contract/errors.ts';
import { BillingPeriod } from '#contract/periods.ts';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import { DatabaseUnavailable } from '#server/platform/database/driver/errors.ts';
import { ProviderUnavailable } from '#server/platform/stripe/errors.ts';
import {
  priceIdOf,
  signInOperator,
  type TestMember,
  testApplication,
} from '#server/test/application.ts';
import { figure, repetitions, seed } from '#tools/kit/seed.ts';
import { resumeOperations } from './service/resume-operations.ts';
import { offerProduct, testCards } from './test/fixtures.ts';
import { observeCalls } from './test/observed-client.ts';
import { dayOf, outlineReader, stateReader, statesBefore, unchargedStates } from './test/states.ts';

/**
 * Lets each request of each billing call to the provider fail, in each state before it. Afterwards the call either is
 * complete, exactly as without the fault, or has changed nothing and succeeds when it is made again (R-SUB-03,
 * R-SUB-20). A test run lets one request of each call fail; `LONGRUN=all` takes every state and fault.
 */
const product = await testApplication({ INSTANCES: '1' });
const { context, open } = product;
const provider = await connectToSandbox(product);
const operator = await signInOperator(product);
const small = await offerProduct(product, { price: 10, maxUsers: 0 });
const large = await offerProduct(product, { price: 30, tier: 3, maxUsers: 0 });
const free = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const given = { product, provider, operator, plan: small };
const states = { ...statesBefore(given), ...unchargedStates(given) };
const { stateOf } = stateReader(given);
const outlineOf = outlineReader(given);
type State = keyof typeof states;

const all = Object.keys(states) as State[];
const ending: State[] = [
  'a scheduled end',
  'an end scheduled in the portal',
  'a smaller plan at the period’s end',
];
const paused: State[] = ['a pause', 'a pause of the collection'];
const unpaid: State[] = ['a granted plan', 'a trial'];
const except = (...omitted: State[]) => all.filter((state) => !omitted.includes(state));

type Call = {
  in: State[];
  make: (owner: TestMember) => Promise<unknown>;
  /** A second call gives the same sum again. */
  addsUp?: true;
};
const reason = 'They asked for it.';
const year = 365 * 86_400_000;
const choose = (subscriptionPriceId: string, more = {}) => ({
  subscriptionPriceId,
  subscriptionCardToken: testCards.other,
  ...more,
});

const refund = async (
  { tenant: id }: TestMember,
  how: { amount: number | null; ends: boolean },
) => {
  const params = { id };
  const { invoices } = await operator.api.support.get({ params });
  const invoiceId = invoices.find(({ amountPaid }) => amountPaid > 0)?.id ?? '';
  return operator.api.support.refund({ params, body: { invoiceId, ...how, reason } });
};

const calls: Record<string, Call> = {
  'a change of plan': {
    in: except(...paused),
    make: ({ api }) => api.subscriptions.update({ body: choose(large) }),
  },
  'a cancellation at the period’s end': {
    in: except(...ending, 'a pause', 'a granted plan'),
    make: ({ api }) => api.subscriptions.cancel({ body: { atPeriodEnd: true } }),
  },
  'a cancellation': {
    in: all,
    make: ({ api }) => api.subscriptions.cancel({ body: { atPeriodEnd: false } }),
  },
  'a move to the free plan': {
    in: except('a pause'),
    make: ({ api }) => api.subscriptions.update({ body: { subscriptionPriceId: free } }),
  },
  'a resumption': {
    in: [...ending, ...paused],
    make: ({ api }) => api.subscriptions.update({ body: { subscriptionPriceId: small } }),
  },
  'another card': {
    in: all,
    make: ({ api }) => api.subscriptions.updateCardToken({ params: { token: testCards.other } }),
  },
  'a change of plan by an operator': {
    in: except(...paused, 'a failed renewal'),
    make: async ({ tenant: id }) => {
      const params = { id };
      const query = { subscriptionPriceId: large };
      const shown = await operator.api.support.previewPlanChange({ params, query });
      const { amountDue = 0, prorationDate = null } = shown ?? {};
      return operator.api.support.changePlan({
        params,
        body: { ...query, amountDue, prorationDate, reason },
      });
    },
  },
  'a grant': {
    in: except(...paused, 'a granted plan'),
    make: ({ tenant: id }) =>
      operator.api.support.grantPlan({
        params: { id },
        body: { subscriptionPriceId: large, until: null, reason },
      }),
  },
  'a credit by an operator': {
    in: all,
    make: ({ tenant: id }) =>
      operator.api.support.credit({ params: { id }, body: { amount: 500, reason } }),
    addsUp: true,
  },
  'a refund': {
    in: except(...unpaid),
    make: (owner) => refund(owner, { amount: 2, ends: false }),
    addsUp: true,
  },
  'a refund and end': {
    in: except(...unpaid),
    make: (owner) => refund(owner, { amount: null, ends: true }),
  },
  'a longer trial': {
    in: ['a trial'],
    make: ({ tenant: id }) =>
      operator.api.support.extendTrial({
        params: { id },
        body: { until: dayOf(Date.now() + year), reason },
      }),
  },
};

const faults = ['error before', 'error after', 'end of the process after'] as const;
type Fault = (typeof faults)[number];

/** Lets a request fail while the work runs; returns how many requests were made, and the refusal. */
async function withFault(fault: Fault | null, at: number, work: () => Promise<unknown>) {
  const { stripe: real, database } = context;
  const methods = { ...database };
  let made = 0;
  let hasEnded = false;
  const refuse = () => {
    throw new ProviderUnavailable('injected');
  };
  context.stripe = observeCalls(real, {
    before(step) {
      made = step;
      if (hasEnded || (step === at && fault === 'error before')) refuse();
    },
    after(step) {
      if (step !== at || fault === null || fault === 'error before') return;
      hasEnded = fault === 'end of the process after';
      refuse();
    },
  });
  for (const [name, method] of Object.entries(methods)) {
    if (typeof method !== 'function') continue;
    Object.assign(database, {
      [name]: async (...values: never[]) => {
        if (hasEnded) throw new DatabaseUnavailable('injected');
        return (method as (...values: never[]) => unknown)(...values);
      },
    });
  }
  const refusal = await work().then(
    () => null,
    (error: unknown) => error,
  );
  Object.assign(database, methods);
  context.stripe = real;
  return { made, refusal };
}

/** Expires all locks and runs the job; returns the operations that it could not settle. */
async function resumeAll() {
  await open.owner.query('update billing_operations set lease_ends_at = now()');
  await resumeOperations(context);
  const { rows } = await open.owner.query(
    `select kind, state from billing_operations where state in ('open', 'authenticating', 'failed')`,
  );
  return rows;
}

/** Returns the outline after a call without any fault. */
async function referenceOf(name: string, state: State) {
  const owner = await states[state]();
  await calls[name]?.make(owner);
  return outlineOf(owner);
}

const ignoreRefusal = (error: unknown) => {
  if (!(error instanceof Failure)) throw error;
};

const counted = { complete: 0, unchanged: 0 };

/** Makes a call whose request fails, and returns what came of it; null when the call makes fewer requests. */
async function tryFault(name: string, state: State, [fault, at]: [Fault, number]) {
  const owner = await states[state]();
  const before = await stateOf(owner);
  const make = () => calls[name]?.make(owner) ?? Promise.reject(new Error(name));
  const { made, refusal } = await withFault(fault, at, make);
  if (made < at) return null;
  const unsettled = await resumeAll();
  const isUnchanged = isDeepStrictEqual(await stateOf(owner), before);
  if (isUnchanged) await make();
  // What was owed may have been paid by then.
  else if (refusal && state === 'a failed renewal' && !calls[name]?.addsUp) {
    await make().catch(ignoreRefusal);
  }
  counted[isUnchanged ? 'unchanged' : 'complete'] += 1;
  return {
    case: `${fault} ${at}: ${String(refusal)}`,
    // A change that was answered as made is made.
    isTrue: (refusal === null && !isUnchanged) || refusal instanceof Failure,
    unsettled,
    outline: await outlineOf(owner),
  };
}

const many = repetitions(false, true);
const pick = <T>(from: readonly T[], index: number) => from[index % from.length] as T;

/** Tries each request of a call with each fault; one fault of one request in a test run. */
async function tryFaults(name: string, state: State, index: number) {
  const requests = many ? Array.from({ length: 40 }, (_, step) => step + 1) : [1 + (index % 5)];
  const tried = [];
  for (const at of requests) {
    for (const fault of many ? faults : [pick(faults, index)]) {
      const one = await tryFault(name, state, [fault, at]);
      if (one === null) return tried;
      tried.push(one);
    }
  }
  return tried;
}

describe.each(Object.keys(calls))('%s whose request fails', (name) => {
  const possible = calls[name]?.in ?? [];
  const index = seed + Object.keys(calls).indexOf(name);
  test.each(many ? possible : [pick(possible, index)])(
    'is complete or changes nothing after %s',
    async (state) => {
      const tried = await tryFaults(name, state, index);
      const outline = await referenceOf(name, state);
      expect(tried).toEqual(
        tried.map((one) => ({ case: one.case, isTrue: true, unsettled: [], outline })),
      );
    },
    600_000,
  );
});

test('Requests failed', () => {
  expect(counted.complete + counted.unchanged).toBeGreaterThan(0);
  figure('failing requests', `${counted.complete} calls complete, ${counted.unchanged} unchanged`);
});
