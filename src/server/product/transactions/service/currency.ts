import type { Currency } from '#contract/money.ts';
import { compileOnce } from '#server/platform/database/driver/compiled-query.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { orNotFound, sql } from '#server/platform/database/query.ts';
import type { TenantReader } from '#server/platform/http/contract/guard.ts';

/** Currency of the organization in scope, which its transactions have (R-ORG-13). */
export const currencyOfTenant = sql<Currency>`(
  select transaction_currency from tenants where id = ${scopeTenant})`;

/** Returns the query of the currency, which is sent with a change of a transaction. */
export const selectCurrency = compileOnce<Record<string, never>, { currency: Currency }>(
  () => sql<{ currency: Currency }>`select ${currencyOfTenant} as currency`,
);

/** Returns the currency of the organization's transactions. */
export const readCurrency = async (tenant: TenantReader) =>
  orNotFound((await tenant.read(selectCurrency({})))[0]).currency;
