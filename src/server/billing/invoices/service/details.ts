import type { BillingDetails } from '#contract/billing/details.ts';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import {
  type BillingOperation,
  finishOperation,
} from '#server/billing/payments/billing-operations.ts';
import { abandonOnError, claimOperation } from '#server/billing/payments/claim-operation.ts';
import { reconcileIfReachable } from '#server/billing/payments/reconcile.ts';
import { billingStateOf } from '#server/billing/subscriptions/service/billing-state.ts';
import { customerDetailsOf } from '#server/billing/subscriptions/service/customer.ts';
import { lockTenant } from '#server/identity/members/service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import type { Member, TenantScope } from '#server/platform/http/contract/guard.ts';
import { TaxIdRefused } from '#server/platform/stripe/billing-details.ts';
import { hasUnknownLetters } from './pdf/letters.ts';
import { normalizeTaxId } from './tax-id.ts';

/** Returns the details on an organization's invoices; with its name alone before any were given. */
export async function getDetails(
  { stripe }: AppContext,
  tenant: TenantScope,
): Promise<BillingDetails> {
  const { customer, name } = await billingStateOf(tenant);
  const found = customer === null ? null : await stripe.retrieveBillingDetails(customer);
  return found ?? { ...noDetails, legalName: name };
}

const noDetails: Omit<BillingDetails, 'legalName'> = {
  country: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  postalCode: '',
  taxIds: [],
  invoiceEmails: [],
  purchaseOrder: '',
};

/**
 * Stores the details at the provider, which is the only place that holds them (R-INV-01), and logs which
 * parts changed, never their values: the log can't be erased, and a tax id may be a person's.
 */
export async function updateDetails(context: AppContext, caller: Member, input: BillingDetails) {
  const { tenant } = caller;
  const details = await normalizeDetails(input);
  refuseUnknownLetters(details);
  if (context.config.stripeTax && details.country === '') {
    throw new Failure('validation', { fields: { country: ['billing.taxLocationRequired'] } });
  }
  const before = await getDetails(context, tenant);
  const customer = await ensureTenantCustomer(context, caller);
  await context.stripe.updateBillingDetails(customer, details).catch((error: unknown) => {
    throw error instanceof TaxIdRefused ? invalidTaxId(error.index, 'billing.taxIdRefused') : error;
  });
  await tenant.run((tx) => recordChange(tx, tenant, { before, after: details }));
  // Taxes a plan that was left untaxed for want of a place.
  if (context.config.stripeTax) await reconcileIfReachable(context, tenant.id);
  return getDetails(context, tenant);
}

/** Throws at the fields with letters that invoices can't show (R-INV-06). */
function refuseUnknownLetters(details: BillingDetails) {
  const refused = Object.entries(details)
    .filter(([, value]) => typeof value === 'string' && hasUnknownLetters(value))
    .map(([field]): [string, ErrorCode[]] => [field, ['billing.unknownLetters']]);
  if (refused.length > 0) throw new Failure('validation', { fields: Object.fromEntries(refused) });
}

/** Normalizes tax ids and removes repeated values; throws at the field of a wrong tax id. */
async function normalizeDetails(input: BillingDetails): Promise<BillingDetails> {
  const taxIds = new Map<string, BillingDetails['taxIds'][number]>();
  for (const [index, { type, value }] of input.taxIds.entries()) {
    const normalized = await normalizeTaxId({ type, value });
    if (normalized === null) throw invalidTaxId(index, 'billing.taxIdInvalid');
    taxIds.set(`${type} ${normalized}`, { type, value: normalized });
  }
  return {
    ...input,
    taxIds: [...taxIds.values()],
    invoiceEmails: [...new Set(input.invoiceEmails)],
  };
}

const invalidTaxId = (index: number, code: ErrorCode) =>
  new Failure('validation', { fields: { [`taxIds.${index}.value`]: [code] } });

/** Returns the organization's customer at the provider; creates it, while no payment is in progress. */
async function ensureTenantCustomer(context: AppContext, { tenant, session }: Member) {
  const { customer } = await billingStateOf(tenant);
  if (customer !== null) return customer;
  const { database, stripe } = context;
  const owner = { tenantId: tenant.id, userId: session.user };
  const claim = await claimOperation(database, owner);
  return abandonOnError(database, claim, async () => {
    const { name, customer: current } = await billingStateOf(tenant);
    if (current !== null) throw new Failure('billing.inProgress');
    const who = await customerDetailsOf(context, session.user, name);
    const metadata = { intentId: claim.id, tenantId: tenant.id };
    const { id } = await stripe.createCustomer({ ...who, metadata }, `${claim.id}:customer`);
    await database.tenant(tenant.id, (tx) => storeCustomer(tx, claim, id));
    return id;
  });
}

async function storeCustomer(tx: DbTransaction, claim: BillingOperation, customer: string) {
  const tenantId = claim.for_tenant;
  if ((await lockTenant(tx, tenantId)) === 0) throw new Failure('notFound');
  await tx.run(db.updateTable('tenants').set({ customer_id: customer }).where('id', '=', tenantId));
  await finishOperation(tx, claim);
}

type Change = { before: BillingDetails; after: BillingDetails };

/** Logs the parts that changed as hidden values. */
async function recordChange(tx: DbTransaction, { id }: TenantScope, { before, after }: Change) {
  const parts = Object.entries(partsOf(after)).filter(
    ([part, value]) => JSON.stringify(partsOf(before)[part]) !== JSON.stringify(value),
  );
  if (parts.length === 0) return;
  const details = Object.fromEntries(parts.map(([part]) => [part, hiddenValue]));
  await recordAuditEvent(tx, { action: 'billing.changed', tenant: id, details });
}

const hiddenValue = '•••';

function partsOf(details: BillingDetails): Record<string, unknown> {
  const { legalName, taxIds, invoiceEmails, purchaseOrder, ...address } = details;
  return {
    legal_name: legalName,
    address: Object.entries(address).toSorted(([one], [other]) => one.localeCompare(other)),
    tax_ids: taxIds,
    invoice_emails: invoiceEmails,
    purchase_order: purchaseOrder,
  };
}
