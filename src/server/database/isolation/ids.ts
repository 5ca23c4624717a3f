declare const brand: unique symbol;

/** Id of a tenant that the caller may act in: proof of membership, not just a string. */
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

/**
 * Marks an id as authorized. Reserved for the guard after its checks, for the creation of a tenant or
 * user, and for code that applies the provider's state to a tenant. Throws when the id is not a UUID.
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
