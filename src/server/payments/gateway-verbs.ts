import { reading } from './books.ts';
import { cards } from './gateway-cards.ts';
import { catalogue } from './gateway-catalogue.ts';
import { connect, done, type Settings } from './gateway-connection.ts';
import { coupons } from './gateway-coupons.ts';
import { customers } from './gateway-customers.ts';
import { invoices } from './gateway-invoices.ts';
import { subscriptions } from './gateway-subscriptions.ts';
import type { Gateway } from './gateway.ts';

/** Creates the gateway with its own SDK client. */
export async function openGateway(settings: Settings): Promise<Gateway> {
  const stripe = await connect(settings);
  return {
    ping: () => done(stripe.products.list({ limit: 1 })),
    ...catalogue(stripe),
    ...customers(stripe),
    ...cards(stripe),
    ...subscriptions(stripe),
    ...invoices(stripe),
    ...coupons(stripe),
    ...reading(stripe),
  };
}
