declare const brand: unique symbol;

/** The id of a tenant the caller may act in: proof of membership, not just a string. */
export type TenantId = string & { readonly [brand]: 'TenantId' };

/** The id of the person behind a live session: proof of identity, not just a string. */
export type UserId = string & { readonly [brand]: 'UserId' };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Says "this caller may act for this tenant" (or: "is this person"). Only the guard, after it has
 * checked, the creation of a tenant or a user, and who follows the provider in a tenant's name may
 * say so. Throws when the id is no UUID.
 */
export const vouch = {
  tenant: (id: string): TenantId => checked(id) as TenantId,
  user: (id: string): UserId => checked(id) as UserId,
};

function checked(id: string): string {
  if (!uuid.test(id)) throw new TypeError('An id must be a UUID');
  return id;
}
