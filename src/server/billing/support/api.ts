import { Failure } from '#contract/errors.ts';
import type { support } from '#contract/support/support.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { answerDispute } from './service/answer-dispute.ts';
import { creditBalance, extendTrial, refundInvoice, type SupportCall } from './service/billing.ts';
import { changeCustomerPlan, previewCustomerPlan } from './service/change-plan.ts';
import { editTenant } from './service/edit.ts';
import { grantPlan } from './service/grant-plan.ts';
import { getSupportRecord } from './service/organization.ts';
import { resendReceipt } from './service/receipt.ts';
import { retryReversal } from './service/retry-reversal.ts';

export function supportApi(context: AppContext): Handlers<typeof support> {
  /** Returns a handler that makes a change and answers with the organization's billing afterwards. */
  const after =
    <T>(change: (context: AppContext, call: SupportCall<T>) => Promise<void>) =>
    async ({ session, params: { id }, body }: ChangeInput<T>) => {
      await change(context, { operator: session.user, id, body });
      return getSupportRecord(context, id);
    };
  return {
    get: ({ params }) => getSupportRecord(context, params.id),
    editTenant: after(editTenant),
    credit: after(creditBalance),
    refund: after(refundInvoice),
    retryReversal: async ({ session, params: { id }, body }) => {
      await retryReversal(context, { operator: session.user, id, body });
      return getSupportRecord(context, id).catch(nullWithoutOrganization);
    },
    answerDispute: after(answerDispute),
    resendReceipt: after(resendReceipt),
    extendTrial: after(extendTrial),
    grantPlan: after(grantPlan),
    previewPlanChange: ({ params, query }) => previewCustomerPlan(context, params.id, query),
    changePlan: after(changeCustomerPlan),
  };
}

type ChangeInput<T> = {
  session: { user: SupportCall<T>['operator'] };
  params: { id: string };
  body: T;
};

function nullWithoutOrganization(error: unknown) {
  if (error instanceof Failure && error.code === 'notFound') return null;
  throw error;
}
