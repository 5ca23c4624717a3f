import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { sql } from '#server/platform/database/query.ts';

/**
 * Order of an organization's products (`held`, with `price` and `product`), of which the first that runs is the
 * active one: as in `app.active_product`, which decides on access. A test compares them.
 */
export const productPrecedence = [
  sql`product.tier desc`,
  sql`held.status = 'paused' or coalesce(held.status = 'past_due' and held.grace_ends <= (select app.billing_now()), false)`,
  sql`held.service_id is null and price.price = 0`,
  sql`held.start_date desc`,
];

/** Clauses of a query that select the active product of the organization in scope. */
export const fromActiveProduct = sql`
  from tenant_products held
  join subscription_prices price on price.id = held.subscription_price_id
  join subscription_products product on product.id = price.subscription_product_id
  where held.tenant_id = ${scopeTenant} and held.status <> 'canceled'
    and (held.end_date is null or held.end_date > (select app.billing_now()))
  order by ${sql.join(productPrecedence)}
  limit 1`;
