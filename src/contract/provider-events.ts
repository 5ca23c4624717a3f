import { z } from 'zod';
import { operator } from './access.ts';
import { subject } from './endpoint.ts';
import { page } from './paging.ts';
import { id, instant } from './shapes.ts';

/** What the payment provider told us, and whether we have followed it. */
export const providerEvent = z.object({
  /** The provider's own id. */
  id: z.string(),
  type: z.string(),
  /** When it happened, by the provider's clock. */
  createdAt: instant,
  receivedAt: instant,
  /** Our rows agree with the provider's since then; null: not yet. */
  settledAt: instant.nullable(),
  attempts: z.int(),
  /** Why the last attempt failed. */
  lastError: z.string().nullable(),
  customer: z.string().nullable(),
  /** Whose customer that is; null when it is nobody's here. */
  tenant: z.object({ id, name: z.string() }).nullable(),
});
export type ProviderEvent = z.infer<typeof providerEvent>;

export const providerEvents = subject('ProviderEvent', {
  getAllOfAll: {
    method: 'GET',
    path: '/ProviderEvent/Admin/GetAll',
    summary: 'Events of the payment provider, newest first; `failed` for those that still fail',
    access: operator,
    query: page.extend({ failed: z.stringbool().prefault('false') }),
    reply: z.array(providerEvent),
    paged: true,
  },
  replay: {
    method: 'POST',
    path: '/ProviderEvent/Admin/Replay/:id',
    summary: 'Do once more what an event asks for',
    access: operator,
    params: z.object({ id: z.string().regex(/^evt_\w{1,250}$/) }),
    reply: null,
  },
});
