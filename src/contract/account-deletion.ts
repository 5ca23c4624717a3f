import { z } from 'zod';
import { boundedText, id, int32 } from './shapes.ts';

/** Refusals to delete an account. */
export const deletionErrors = [
  'account.cannotDeleteAdmin',
  'tenant.isOperators',
  'billing.refused',
  'billing.providerUnavailable',
] as const;

/** An organization with the number of its active members; `keys`: names of the caller's API keys, which stop there. */
export const affectedOrganization = z.object({
  id,
  name: boundedText(200),
  members: int32,
  keys: z.string().array(),
});
