import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import {
  catchStripeError,
  createPayingCustomer,
  invoiceOf,
  itemOf,
  startTestSandbox,
} from '#sandbox/stripe/test/fixtures.ts';

const { stripe, renew } = await startTestSandbox();
const automatic_tax = { enabled: true };
const germany = { country: 'DE', postal_code: '10115' };

const product = await stripe.products.create({ name: 'Pro' });
const priceOf = (unit_amount: number, behavior: 'exclusive' | 'unspecified' = 'exclusive') =>
  stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount,
    recurring: { interval: 'month' },
    tax_behavior: behavior,
  });
const pro = await priceOf(1_999);
const once = await stripe.prices.create({
  product: product.id,
  currency: 'usd',
  unit_amount: 333,
  tax_behavior: 'exclusive',
});

const customerIn = async (address: Stripe.AddressParam) => {
  const { id } = await createPayingCustomer(stripe);
  await stripe.customers.update(id, { address });
  return id;
};

const subscribe = async (customer: string, price = pro) =>
  stripe.subscriptions.create({
    customer,
    automatic_tax,
    items: [{ price: price.id }],
    expand: ['latest_invoice'],
  });

describe('automatic tax', () => {
  test('adds the tax of the place of the customer to each line', async () => {
    const customer = await customerIn(germany);
    const invoice = invoiceOf(await subscribe(customer));
    expect(invoice).toMatchObject({
      automatic_tax: { enabled: true, status: 'complete' },
      subtotal: 1_999,
      total_excluding_tax: 1_999,
      total: 2_379,
      amount_paid: 2_379,
      total_taxes: [{ amount: 380, taxable_amount: 1_999, taxability_reason: 'standard_rated' }],
    });
    expect(invoice.lines.data[0]?.taxes).toMatchObject([
      { amount: 380, tax_behavior: 'exclusive' },
    ]);
    const rate = invoice.total_taxes?.[0]?.tax_rate_details?.tax_rate ?? '';
    expect(await stripe.taxRates.retrieve(rate)).toMatchObject({
      country: 'DE',
      display_name: 'VAT',
      percentage: 19,
    });
  });

  test('taxes what discounts leave, credits of unused time too', async () => {
    const customer = await customerIn(germany);
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const { id, items, latest_invoice } = await stripe.subscriptions.create({
      customer,
      automatic_tax,
      discounts: [{ coupon: coupon.id }],
      items: [{ price: pro.id }],
      expand: ['latest_invoice'],
    });
    expect(latest_invoice).toMatchObject({ total_excluding_tax: 1_000, total: 1_190 });
    const cheap = await priceOf(100);
    const updated = await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: cheap.id }],
      proration_behavior: 'always_invoice',
      expand: ['latest_invoice'],
    });
    const { total, total_excluding_tax: net } = invoiceOf(updated);
    expect([net, total]).toEqual([-950, -1_130]);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: total });
  });

  test('is 0 with a reason where nothing is collected and for reverse charge', async () => {
    const reasonOf = async (customer: string) =>
      invoiceOf(await subscribe(customer)).total_taxes?.map((tax) => [
        tax.amount,
        tax.taxability_reason,
      ]);
    expect(await reasonOf(await customerIn({ country: 'BR' }))).toEqual([[0, 'not_collecting']]);
    const oregon = await customerIn({ country: 'US', postal_code: '97712' });
    expect(await reasonOf(oregon)).toEqual([[0, 'not_collecting']]);
    const business = await customerIn(germany);
    await stripe.customers.createTaxId(business, { type: 'eu_vat', value: 'DE136695976' });
    expect(await reasonOf(business)).toEqual([[0, 'reverse_charge']]);
  });

  test('follows the address at each renewal', async () => {
    const customer = await customerIn(germany);
    const { id } = await subscribe(customer);
    await stripe.customers.update(customer, { address: { country: 'US', postal_code: '10001' } });
    await renew(id);
    const [latest] = (await stripe.invoices.list({ customer, limit: 1 })).data;
    expect(latest).toMatchObject({ status: 'paid', total: 2_079, amount_paid: 2_079 });
  });

  test('is switched off by a renewal without a recognized address', async () => {
    const customer = await customerIn(germany);
    const { id } = await subscribe(customer);
    await stripe.customers.update(customer, { address: '' });
    await renew(id);
    const [latest] = (await stripe.invoices.list({ customer, limit: 1 })).data;
    const disabled_reason = 'finalization_requires_location_inputs';
    expect(latest).toMatchObject({
      amount_paid: 1_999,
      automatic_tax: { enabled: false, disabled_reason },
    });
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      automatic_tax: { enabled: false, disabled_reason: 'requires_location_inputs' },
    });
  });

  test.each([
    null,
    { country: 'US' },
    { country: 'US', postal_code: '9771' },
    { country: 'CA' },
    { country: 'Germany' },
  ])('refuses the address %j', async (address) => {
    const { id: customer } = await createPayingCustomer(stripe);
    if (address) await stripe.customers.update(customer, { address });
    const refusal = { code: 'customer_tax_location_invalid', statusCode: 400 };
    expect(await catchStripeError(subscribe(customer))).toMatchObject(refusal);
    const tax = { validate_location: 'immediately' as const };
    expect(await catchStripeError(stripe.customers.update(customer, { tax }))).toMatchObject(
      refusal,
    );
    const draft = await stripe.invoices.create({ customer, automatic_tax });
    await stripe.invoiceItems.create({ customer, invoice: draft.id, pricing: { price: once.id } });
    expect(await catchStripeError(stripe.invoices.finalizeInvoice(draft.id))).toMatchObject(
      refusal,
    );
  });

  test('refuses prices without a tax behavior', async () => {
    const customer = await customerIn(germany);
    const price = await priceOf(500, 'unspecified');
    expect(await catchStripeError(subscribe(customer, price))).toMatchObject({ statusCode: 400 });
  });
});

describe('a preview with automatic tax', () => {
  test('needs no customer, only an address', async () => {
    const taxed = { automatic_tax, customer_details: { address: germany } };
    const subscription_details = { items: [{ price: pro.id }] };
    const first = await stripe.invoices.createPreview({ ...taxed, subscription_details });
    expect(first.total).toBe(2_379);
    const recurring = { ...taxed, subscription_details, preview_mode: 'recurring' as const };
    expect((await stripe.invoices.createPreview(recurring)).total).toBe(2_379);
    const invoice_items = [{ price: once.id }];
    expect(await stripe.invoices.createPreview({ ...taxed, invoice_items })).toMatchObject({
      subtotal: 333,
      total: 396,
    });
    const business = {
      address: germany,
      tax_ids: [{ type: 'eu_vat' as const, value: 'DE136695976' }],
    };
    const reversed = { automatic_tax, customer_details: business, subscription_details };
    expect(await stripe.invoices.createPreview(reversed)).toMatchObject({
      total: 1_999,
      total_taxes: [{ taxability_reason: 'reverse_charge' }],
    });
    const nowhere = { automatic_tax, customer_details: { address: { country: 'US' } } };
    expect(
      await catchStripeError(stripe.invoices.createPreview({ ...nowhere, subscription_details })),
    ).toMatchObject({ code: 'customer_tax_location_invalid' });
  });

  test('of a purchase and of a change equals the charge', async () => {
    const customer = await customerIn({ country: 'US', postal_code: '75001' });
    const subscription = await subscribe(customer);
    const dearer = await priceOf(12_345);
    const change = {
      items: [{ id: itemOf(subscription).id, price: dearer.id }],
      proration_behavior: 'always_invoice' as const,
      proration_date: subscription.created,
    };
    const shown = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: change,
    });
    const changed = await stripe.subscriptions.update(subscription.id, {
      ...change,
      expand: ['latest_invoice'],
    });
    expect(invoiceOf(changed).amount_paid).toBe(shown.amount_due);
    const draft = await stripe.invoices.create({ customer, automatic_tax });
    await stripe.invoiceItems.create({ customer, invoice: draft.id, pricing: { price: once.id } });
    const final = await stripe.invoices.finalizeInvoice(draft.id);
    expect(final).toMatchObject({ total: 354, total_excluding_tax: 333, status: 'open' });
  });
});
