declare const brand: unique symbol;

/** Id of a tenant that the caller may act in: proof of membership, not just a string. */
export type TenantId = string & { readonly [brand]: 'TenantId' };

/** Id of the user of a live session: proof of identity, not just a string. */
export type UserId = string & { readonly [brand]: 'UserId' };

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
  if (!uuid.test(id)) throw new TypeError('An id must be a UUID');
  return id;
}
