import { z } from 'zod';
import { subscriptionPrice } from './products.ts';
import { id, instant, integer, text, role } from './shapes.ts';

export const memberStatus = z.literal([0, 1, 2, 3]);

/** A member of a tenant. */
export const tenantUser = z.object({
  id,
  tenantId: id,
  userId: id,
  email: z.string(),
  firstName: text(100),
  lastName: text(100),
  phone: text(50),
  role,
  status: memberStatus,
  joined: z.literal([0, 1, 2, 3]),
  accepted: z.boolean(),
  user: z.object({ avatar: z.string() }),
});
export type TenantUser = z.infer<typeof tenantUser>;

export const productStatus = z.enum(['active', 'trialing', 'past_due', 'canceled']);
export type ProductStatus = z.infer<typeof productStatus>;

/** A product that a tenant has or had, with the price it chose. */
export const tenantProduct = z.object({
  id,
  active: z.boolean(),
  subscriptionProduct: z.object({
    id,
    tier: integer,
    title: text(200),
    maxUsers: integer,
    badge: text(100),
  }),
  subscriptionPrice,
  /** Epoch seconds. */
  trialEnds: z.int().nullable(),
  startDate: instant,
  endDate: instant.nullable(),
  cancelledAt: instant.nullable(),
  /** While it is overdue: until when everything works; after that the tenant can only be read. */
  graceEnds: instant.nullable(),
  /** The provider's time at this answer, where somebody moved its clock; null: the time it is. */
  asOf: instant.nullable(),
  status: productStatus,
});
export type TenantProduct = z.infer<typeof tenantProduct>;

/** An organization as its members see it; `products` begins with the active one. */
export const tenantSummary = z.object({
  id,
  uuid: id,
  name: text(200),
  subdomain: z.string(),
  domain: z.string(),
  icon: z.string(),
  logo: z.string(),
  logoDarkmode: z.string(),
  appTheme: z.string(),
  appColor: z.string(),
  subscriptionCustomerId: z.string().nullable(),
  subscriptionPlanId: z.string().nullable(),
  products: z.array(tenantProduct),
  currentUser: tenantUser.nullable(),
  usersCount: z.int(),
  /** Active and invited members. With more than its free plan allows it can only be read. */
  seatsTaken: z.int(),
});
export type TenantSummary = z.infer<typeof tenantSummary>;
