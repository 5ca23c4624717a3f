import type { NewSupportAction } from '#server/billing/support/service/actions.ts';
import type { UserId } from '#server/platform/database/database.ts';
import type { TenantScope } from '#server/platform/http/contract/guard.ts';

/** The part of a tenant's scope that changes of its plan need. */
export type PayingTenantScope = Pick<TenantScope, 'id' | 'run'>;

/** An organization whose plan changes, and the member on whose behalf: their trial counts. */
export type Payer = {
  tenant: PayingTenantScope;
  session: { user: UserId };
};

/** A change that an operator makes on behalf of the payer (R-SUP-08). */
export type BySupport = {
  operator: UserId;
  action: NewSupportAction;
};
