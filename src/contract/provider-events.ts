import { z } from 'zod';
import { operatorOf } from './access.ts';
import { subject } from './endpoint.ts';
import { eventList } from './lists/operator.ts';
import { listParams, orderedParams } from './lists/query.ts';
import { id, timestamp } from './shapes.ts';

/** An event of the payment provider and its processing state. */
export const providerEvent = z.object({
  /** Id at the provider. */
  id: z.string(),
  type: z.string(),
  /** Time of the event, by the provider's clock. */
  createdAt: timestamp,
  receivedAt: timestamp,
  /** Time at which our rows matched the provider's; null: not processed yet. */
  settledAt: timestamp.nullable(),
  attempts: z.int(),
  /** Error of the last attempt. */
  lastError: z.string().nullable(),
  customer: z.string().nullable(),
  /** Organization of the event's customer; null for an unknown customer. */
  tenant: z.object({ id, name: z.string() }).nullable(),
});
export type ProviderEvent = z.infer<typeof providerEvent>;

export const providerEvents = subject('ProviderEvent', {
  getAllOfAll: {
    route: 'GET /ProviderEvent/Admin/GetAll',
    summary: 'Events of the payment provider; `failed` for failing ones only',
    access: operatorOf('billing'),
    query: listParams(eventList).extend({ failed: z.stringbool().prefault('false') }),
    reply: z.array(providerEvent),
    paged: true,
  },
  exportOfAll: {
    route: 'GET /ProviderEvent/Admin/Export',
    summary: 'Events of the payment provider as CSV',
    access: operatorOf('billing'),
    query: orderedParams(eventList).extend({ failed: z.stringbool().prefault('false') }),
    file: 'text/csv',
  },
  replay: {
    route: 'POST /ProviderEvent/Admin/Replay/:id',
    summary: 'Process an event of the payment provider again',
    access: operatorOf('billing'),
    params: z.object({ id: z.string().regex(/^evt_\w{1,250}$/) }),
  },
});
