import { randomUUIDv7 } from 'node:crypto';

declare const brand: unique symbol;

/** Id of a tenant that the guard has authorized or that a row of the database holds; never mere input. */
export type TenantId = string & { readonly [brand]: 'TenantId' };

/** Id of the user of a live session: proof of identity, not just a string. */
export type UserId = string & { readonly [brand]: 'UserId' };

class ScopeTenant {
  [Symbol.toPrimitive](): never {
    throw new Error('scopeTenant is only a parameter of queries');
  }
}

/**
 * Stands in a query for the tenant of the scope that sends it, so that the query never contains an id that
 * is not authorized. Throws outside of a tenant's scope.
 */
export const scopeTenant = new ScopeTenant() as unknown as TenantId;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns the id of a tenant that is being created. */
export const newTenantId = () => randomUUIDv7() as TenantId;

/**
 * Marks an id as authorized; throws when it is not a UUID. The id of a tenant is reserved for the guard,
 * after its checks: others come from rows, whose ids are typed.
 */
export const trusted = {
  tenantId: (id: string): TenantId => assertUuid(id) as TenantId,
  userId: (id: string): UserId => assertUuid(id) as UserId,
};

function assertUuid(id: string): string {
  if (!uuid.test(id)) throw new TypeError('Id must be a UUID');
  return id;
}

/** The lowest and the highest UUID (RFC 9562 §5.9 and §5.10): bounds of a range of ids. */
export const nilUuid = '00000000-0000-0000-0000-000000000000';
export const maxUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Returns the lowest UUIDv7 of an instant: a period is a range of ids. */
export function firstUuidAt(instant: string) {
  const time = Math.max(0, Date.parse(instant)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** Returns the lowest UUIDv7 after a day in UTC. */
export function firstUuidAfter(day: string) {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return firstUuidAt(next.toISOString());
}
