import { randomBytes, randomUUID } from 'node:crypto';
import type { MemberStatus as Status } from '#contract/statuses.ts';
import type { tenantRecords } from '#contract/test/examples/index.ts';
import { createTestUser } from '#server/identity/members/test/organizations.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import { insertDelivery, insertRow } from '#server/platform/http/test/fixtures.ts';
import { resourceDraft, createTestResource } from '#server/product/resources/test/resources.ts';
import type { TestMember, TestApplication } from '#server/test/application.ts';

export type FuzzContext = { product: TestApplication; owner: TestMember; operator: TestMember };

/** Returns unused email addresses. */
export const newEmails = () => Array.from({ length: 4 }, () => `${randomUUID()}@example.com`);
/** Coupon for 25 % off. */
export const couponCode = 'FUZZ25';

/** Prepares the product once, before any records are supplied. */
export async function prepareRecords({ app, open }: TestApplication) {
  // Makes seats unlimited in all plans.
  await open.owner.query('update subscription_products set max_users = 0');
  const payload = { code: couponCode, percentOff: 25 };
  await app.inject({ method: 'POST', url: '/sandbox/payments/coupons', payload });
}

const idsOf = async ({ product }: FuzzContext, query: string, values: unknown[] = []) => {
  const { rows } = await product.open.owner.query<{ id: string }>(`${query} limit 6`, values);
  return rows.map(({ id }) => id);
};

type Stock = { query: string; values?: unknown[]; make: () => Promise<unknown> };

/**
 * Returns ids of existing records, at least three, so that one call may delete what another one uses.
 */
const ensureThree = async (scene: FuzzContext, { query, values, make }: Stock) => {
  const found = await idsOf(scene, query, values);
  if (found.length >= 3) return found;
  for (let more = found.length; more < 3; more += 1) await make();
  return idsOf(scene, query, values);
};

const join = async ({ product, owner }: FuzzContext, status: Status) => {
  const { id } = await createTestUser(product);
  await product.open.owner.query(
    `insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, 2, $3, 1)`,
    [owner.tenant, id, status],
  );
};

/** Returns members of organization A with this status. */
export const memberIds = (scene: FuzzContext, status: Status, column: 'id' | 'user_id' = 'id') =>
  ensureThree(scene, {
    query: `select ${column} as id from memberships
            where tenant_id = $1 and status = $2 and role > 0`,
    values: [scene.owner.tenant, status],
    make: () => join(scene, status),
  });

/** Returns products, prices or features that no organization uses. */
export const catalogIds = (scene: FuzzContext, table: 'products' | 'prices' | 'features') =>
  ensureThree(scene, {
    // Excludes the initial plans, which organizations of later calls choose.
    query: `select id from subscription_${table} where id <> all (
              select id from subscription_${table} order by id limit 12) order by id desc`,
    make: () =>
      scene.operator.api.products.create({
        body: {
          tier: 9,
          title: `Product ${randomUUID()}`,
          active: true,
          prices: [{ type: 1, billingPeriod: 3, price: 5 }],
          features: [{ order: 1, key: 'Robots' }],
        },
      }),
  });

/** Returns prices that an organization can choose, in one currency if given. */
export const priceIds = (scene: FuzzContext, currency: string | null = null) =>
  idsOf(
    scene,
    `select id from subscription_prices
     where active and ($1::text is null or currency = $1) order by id`,
    [currency],
  );

/** Creates a person with an emailed token for this purpose, and returns both. */
export const mailedTokenFor = async (
  { product, owner }: FuzzContext,
  purpose: 'verify' | 'reset' | 'invitation',
) => {
  const { id, email } = await createTestUser(product);
  const token = randomBytes(32).toString('base64url');
  const invites = purpose === 'invitation';
  if (purpose === 'verify') {
    await product.open.owner.query('update users set verified_at = null where id = $1', [id]);
  }
  if (invites) {
    await product.open.owner.query(
      `insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, 2, 0, 1)`,
      [owner.tenant, id],
    );
  }
  await product.open.owner.query(
    `insert into tokens (token_hash, purpose, user_id, invited_to, expires_at)
     values ($1, $2, $3, $4, now() + interval '1 hour')`,
    [tokenHash(token), purpose, id, invites ? owner.tenant : null],
  );
  return { email: [email], token: [token] };
};

/** Opens the join link of organization A. */
export const openJoinLink = async ({ product, owner }: FuzzContext) => {
  const { rows } = await product.open.owner.query<{ token: string }>(
    `insert into join_links (tenant_id, token, active) values ($1, $2, true)
     on conflict (tenant_id) do update set active = true returning token`,
    [owner.tenant, randomUUID()],
  );
  return { token: rows.map(({ token }) => token), email: newEmails() };
};

/** Returns sessions of A's owner. */
export const sessionIds = (scene: FuzzContext) =>
  ensureThree(scene, {
    query: 'select id from sessions where user_id = $1 and revoked_at is null order by id desc',
    values: [scene.owner.user.id],
    make: () =>
      scene.product.open.owner.query(
        `insert into sessions (token_hash, user_id, expires_at)
         values ($1, $2, now() + interval '1 day')`,
        [randomBytes(32), scene.owner.user.id],
      ),
  });

/** Returns rows of A in a subject's table. */
export const tenantRecordIds = (
  scene: FuzzContext,
  { table, row }: (typeof tenantRecords)[number],
) =>
  ensureThree(scene, {
    query: `select id from ${table} where tenant_id = $1 order by id desc`,
    values: [scene.owner.tenant],
    make: () => insertRow(scene.product, table, { tenant_id: scene.owner.tenant, ...row('Fees') }),
  });

/** Returns deliveries to endpoints of organization A. */
export const deliveryIds = (scene: FuzzContext, webhooks: (typeof tenantRecords)[number]) =>
  ensureThree(scene, {
    query: 'select id from webhook_deliveries where tenant_id = $1 order by id desc',
    values: [scene.owner.tenant],
    make: async () => {
      const [endpoint = ''] = await tenantRecordIds(scene, webhooks);
      await insertDelivery(scene.product, scene.owner.tenant, { endpoint, text: 'Fees' });
    },
  });

/** Returns resources with a file. */
export const resourceIds = (scene: FuzzContext) =>
  ensureThree(scene, {
    query: 'select id from resources order by id desc',
    make: () => createTestResource(scene.operator, resourceDraft),
  });

/** Returns emails that could not be delivered. */
export const failedMailIds = (scene: FuzzContext) =>
  ensureThree(scene, {
    query: 'select id from emails where dead_at is not null',
    make: () =>
      scene.product.open.owner.query(
        `insert into emails
           (recipient, subject, text, html, locale, attempts, last_error, dead_at)
         values ('unknown@example.com', 'Hello', 'Hello', 'Hello', 'en-US', 9, 'refused', now())`,
      ),
  });

/** Returns provider events without a customer, since replaying others would change that customer. */
export const eventIds = (scene: FuzzContext) =>
  ensureThree(scene, {
    query: 'select id from provider_events where customer_id is null order by id desc',
    make: () =>
      scene.product.open.owner.query(
        `insert into provider_events (id, type, livemode, created_at, body)
         values ($1, 'charge.refunded', false, now(), '{}')`,
        [`evt_${randomUUID().replaceAll('-', '')}`],
      ),
  });
