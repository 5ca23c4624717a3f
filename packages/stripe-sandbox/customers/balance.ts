import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import {
  emptyable,
  integerParam,
  mergeMetadata,
  metadata,
  required,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { Customer, CustomerBalanceTransaction } from '#sandbox/stripe/store/types.ts';

const path = '/v1/customers/:id/balance_transactions';

export const balanceEndpoints = [
  defineEndpoint('POST', path, {
    params: {
      amount: required(integerParam(Number.MIN_SAFE_INTEGER)),
      currency: required(stringParam),
      description: emptyable(stringParam),
      metadata,
    },
    async run({ objects, params, id }) {
      const previous = await objects.get('customer', id);
      const { amount, currency } = params;
      if (amount === 0) throw invalidRequest('Amount must not be zero.', 'amount');
      assertCurrency(previous, currency);
      const updated = { ...previous, balance: previous.balance + amount, currency };
      await objects.update('customer.updated', previous, updated);
      return recordBalanceChange(objects, updated, {
        amount,
        type: 'adjustment',
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
      });
    },
  }),

  defineEndpoint('GET', path, {
    params: paginationParams,
    async run({ objects, params, id }) {
      await objects.get('customer', id);
      const url = path.replace(':id', id);
      const kind = 'customer_balance_transaction';
      return listPage(objects, { kind, url, filter: { parent: id } }, params);
    },
  }),
];

/** A customer has one currency from its first subscription, invoice or credit on. */
function assertCurrency({ currency: own }: Customer, sent: string) {
  if (!own || own === sent) return;
  throw invalidRequest(
    `The currency of this balance transaction (${sent}) must match the customer's currency (${own}).`,
    'currency',
  );
}

type BalanceChange = Pick<CustomerBalanceTransaction, 'amount' | 'type'> &
  Partial<Pick<CustomerBalanceTransaction, 'description' | 'invoice' | 'metadata'>>;

/** Records a change of a customer's balance, which is saved already; Stripe sends no event for it. */
export async function recordBalanceChange(
  objects: ObjectRepository,
  updated: Customer,
  change: BalanceChange,
): Promise<CustomerBalanceTransaction> {
  const transaction: CustomerBalanceTransaction = {
    id: newId('cbtxn'),
    object: 'customer_balance_transaction',
    checkout_session: null,
    created: objects.now,
    credit_note: null,
    currency: updated.currency ?? 'usd',
    customer: updated.id,
    customer_account: null,
    description: null,
    ending_balance: updated.balance,
    invoice: null,
    livemode: false,
    metadata: {},
    ...change,
  };
  if (transaction.amount !== 0) await objects.createWithoutEvent(transaction);
  return transaction;
}
