import { z } from 'zod';
import { subscriptionPrice } from './products.ts';
import { currency, id, timestamp, int32, boundedText, role } from './shapes.ts';
import { forLimitFields } from './usage/limits.ts';

export const memberStatus = z.literal([0, 1, 2, 3]);

/** A member of a tenant. */
export const tenantUser = z.object({
  id,
  tenantId: id,
  userId: id,
  email: z.string(),
  firstName: boundedText(100),
  lastName: boundedText(100),
  phone: boundedText(50),
  role,
  status: memberStatus,
  joined: z.literal([0, 1, 2, 3]),
  accepted: z.boolean(),
  user: z.object({ avatar: z.string() }),
});
export type TenantUser = z.infer<typeof tenantUser>;

/** Part of an organization that an invited person, or one without access, may read. */
export const tenantCard = z.object({
  name: z.string(),
  logo: z.string(),
  logoDarkmode: z.string(),
  appTheme: z.string(),
  appColor: z.string(),
});
/** Organization as people see it before they join or sign in. */
export type PublicOrganization = z.infer<typeof tenantCard>;

/** The same at the organization's own address. */
export type AddressOrganization = PublicOrganization & {
  /** True if members can sign in through its identity provider. */
  offersSso: boolean;
};

export const productStatus = z.enum(['active', 'trialing', 'past_due', 'paused', 'canceled']);
export type ProductStatus = z.infer<typeof productStatus>;

/** A product that a tenant has or had, with the price it chose. */
export const tenantProduct = z.object({
  id,
  active: z.boolean(),
  subscriptionProduct: z.object({
    id,
    tier: int32,
    title: boundedText(200),
    ...forLimitFields(int32),
    auditDays: int32,
    badge: boundedText(100),
  }),
  subscriptionPrice,
  /** Epoch seconds. */
  trialEnds: z.int().nullable(),
  startDate: timestamp,
  endDate: timestamp.nullable(),
  /** When its end was chosen; null without an end, and while a granted plan ends only with its grant. */
  cancelledAt: timestamp.nullable(),
  /**
   * End of the period of grace while payment is overdue; the tenant is read-only afterwards
   * (R-SUB-09).
   */
  graceEnds: timestamp.nullable(),
  /** The provider's time of this reply, if its clock was moved; null: real time. */
  asOf: timestamp.nullable(),
  status: productStatus,
  /** True while an operator grants the plan free of charge, until `endDate` if there is one. */
  granted: z.boolean(),
});
export type TenantProduct = z.infer<typeof tenantProduct>;

/** An organization as its members see it; the active product is the first of `products`. */
export const tenantSummary = z.object({
  id,
  uuid: id,
  name: boundedText(200),
  subdomain: z.string(),
  domain: z.string(),
  icon: z.string(),
  logo: z.string(),
  logoDarkmode: z.string(),
  appTheme: z.string(),
  appColor: z.string(),
  /** Currency of the transactions, which labels their amounts. */
  currency,
  subscriptionCustomerId: z.string().nullable(),
  subscriptionPlanId: z.string().nullable(),
  products: z.array(tenantProduct),
  currentUser: tenantUser.nullable(),
  usersCount: z.int(),
  /** Since when, and why, an operator suspended the organization; null if not (R-OPR-13). */
  suspension: z.object({ since: timestamp, reason: z.string() }).nullable(),
  /** True if members need a second factor (R-POL-05). */
  requiresFactor: z.boolean(),
  /** Active and invited members. More than the free plan allows makes the tenant read-only. */
  seatsTaken: z.int(),
});
export type TenantSummary = z.infer<typeof tenantSummary>;

/** Operator who impersonates a person. */
export const impersonator = z.object({
  id,
  email: z.string(),
  name: z.string(),
  /** True if every call that changes something is refused, as in each session at first (R-OPR-15). */
  readOnly: z.boolean(),
  /** True if the operator's role permits switching to writing (R-OPR-12). */
  mayWrite: z.boolean(),
});
