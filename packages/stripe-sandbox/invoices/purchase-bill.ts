import {
  arrayParam,
  integerParam,
  objectParam,
  required,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import { type discountParams, resolveDiscounts } from '#sandbox/stripe/catalogue/discounts.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { InvoiceItem } from '#sandbox/stripe/store/types.ts';
import { assertTaxLocation, type TaxedCustomer } from '#sandbox/stripe/tax/automatic-tax.ts';
import { invoiceItemOf } from './invoice-items.ts';
import type { Bill } from './new-invoice.ts';

const purchase = objectParam({ price: required(stringParam), quantity: integerParam(0) });

/** Parameter with the one-time prices of a preview. */
export const purchaseParam = arrayParam(purchase);

interface Purchase {
  customer: TaxedCustomer;
  items: ReturnType<typeof purchaseParam.parse>;
  discounts: ReturnType<typeof discountParams.parse> | undefined;
  isTaxed: boolean;
}

/** Returns the bill of one-time items alone. */
export async function purchaseBill(
  objects: ObjectRepository,
  { customer, items: sent, discounts: sentDiscounts, isTaxed }: Purchase,
): Promise<Bill> {
  if (isTaxed) await assertTaxLocation(objects, customer);
  const items: InvoiceItem[] = [];
  for (const { price, quantity } of sent) {
    items.push(await invoiceItemOf(objects, { pricing: { price }, quantity }, customer.id));
  }
  const currency = items[0]?.currency ?? 'usd';
  const amount = items.reduce((sum, item) => sum + item.amount, 0);
  const owner = { customer: customer.id, subscription: null, invoice: null, currency, amount };
  const discounts = await resolveDiscounts(objects, sentDiscounts, owner);
  const bill = { id: '', customer, currency, subscription: null, lines: [], items, discounts };
  return { ...bill, reason: 'manual', isTaxed };
}
