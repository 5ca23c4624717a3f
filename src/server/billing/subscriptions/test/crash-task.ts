import { registerAccount } from '#server/billing/registration/service/register.ts';
import { update } from '#server/billing/subscriptions/service/update.ts';
import {
  creditBalance,
  refundInvoice,
  type SupportCall,
} from '#server/billing/support/service/billing.ts';
import { changeCustomerPlan } from '#server/billing/support/service/change-plan.ts';
import { grantPlan } from '#server/billing/support/service/grant-plan.ts';
import type { RegistrationInput } from '#server/identity/accounts/service/new-account.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { openTenantScope } from '#server/platform/http/contract/guard.ts';
import { observeCalls } from './observed-client.ts';

/** Work that a process begins and does not finish. */
export type CrashTask = {
  register?: RegistrationInput;
  change?: { tenant: string; user: string; price: string; atPeriodEnd?: boolean };
  support?: { operator: string; id: string } & SupportTask;
};

const operatorCalls = {
  changePlan: changeCustomerPlan,
  grantPlan,
  credit: creditBalance,
  refund: refundInvoice,
};

type BodyOf<C> = C extends (context: AppContext, call: SupportCall<infer B>) => unknown ? B : never;

/** A call of an operator on one organization. */
export type SupportTask = {
  [C in keyof typeof operatorCalls]: { call: C; body: BodyOf<(typeof operatorCalls)[C]> };
}[keyof typeof operatorCalls];

/** Registers an account, changes a plan or makes an operator's call, as a request does. */
export async function performTask(context: AppContext, task: CrashTask): Promise<void> {
  if (task.register) {
    await registerAccount(context, task.register, { locale: 'en-US', userAgent: '' });
  }
  if (task.support) {
    const { call, body, id, operator } = task.support;
    const perform = operatorCalls[call] as (
      context: AppContext,
      call: SupportCall<typeof body>,
    ) => Promise<void>;
    await perform(context, { operator: trusted.userId(operator), id, body });
  }
  if (task.change) {
    const { database } = context;
    const id = trusted.tenantId(task.change.tenant);
    const user = trusted.userId(task.change.user);
    await update(
      context,
      {
        tenant: openTenantScope(database, id),
        membership: { role: 0, tier: 0, readOnly: false, suspended: false },
        session: {
          id: '',
          token: '',
          user,
          userType: 1,
          address: null,
          impersonator: null,
          operatorRole: null,
          isRecent: true,
          hasFactor: false,
          owesFactor: false,
          key: null,
          writes: false,
        },
      },
      {
        subscriptionPriceId: task.change.price,
        atPeriodEnd: task.change.atPeriodEnd ?? null,
      },
    );
  }
}

const never = new Promise<never>(() => undefined);

/**
 * Performs the task until a call of the Stripe client has returned, and nothing after that: neither its result
 * nor any later call or transaction. 0 performs all of it. This is what the provider and the database see of a
 * killed process. Returns false if the task has fewer calls.
 */
export async function performUntil(
  context: AppContext,
  { killAfterCall, ...task }: CrashTask & { killAfterCall: number },
): Promise<boolean> {
  let stop = () => {};
  let isStopped = false;
  const stopped = new Promise<void>((resolve) => {
    stop = () => {
      isStopped = true;
      resolve();
    };
  });
  const stripe = observeCalls(context.stripe, {
    before: () => (isStopped ? never : undefined),
    after(step) {
      if (step === killAfterCall) stop();
      return isStopped ? never : undefined;
    },
  });
  const database = new Proxy(context.database, {
    get(target, name, receiver) {
      const method = Reflect.get(target, name, receiver) as unknown;
      if (typeof method !== 'function') return method;
      return (...given: unknown[]): unknown =>
        isStopped ? never : Reflect.apply(method, target, given);
    },
  });
  await Promise.race([stopped, performTask({ ...context, stripe, database }, task)]);
  return isStopped;
}
