import { randomUUID } from 'node:crypto';
import { tenantRecords } from '#contract/test/examples/index.ts';
import { createTestUser, type TestPerson } from '#server/identity/members/test/organizations.ts';
import { rowFactories } from '#server/platform/database/test/rows.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import { createTestResource } from '#server/product/resources/test/resources.ts';
import { signInOperator, type TestApplication } from '#server/test/application.ts';
import { fileGate } from './access-oracle.ts';

/** Organization with one record of each kind; all its texts contain `mark`. */
export type SeededTenant = {
  id: string;
  mark: string;
  tier: number;
  readOnly: boolean;
  suspended?: boolean;
  owner: TestPerson;
  /** Id or token of its record of each kind. */
  records: Record<string, string>;
};

type TenantOptions = {
  title: string | null;
  tier: number;
  readOnly?: boolean;
  suspended?: boolean;
};

/**
 * Adds a new member with this role and status, and returns the ids of membership, person and session.
 */
export const addMember = async (
  product: TestApplication,
  place: SeededTenant,
  seat: [number, number],
) => {
  const person = await createTestUser(product);
  const { rows } = await product.open.owner.query<{ member: string; session: string }>(
    `with person as (
       update users set first_name = $5, last_name = $5, phone = $5 where id = $2 returning id
     ), member as (
       insert into memberships (tenant_id, user_id, role, status, joined, first_name)
       select $1, id, $3, $4, 1, $5 from person returning id, user_id
     )
     select member.id as member, sessions.id as session
     from member join sessions using (user_id)`,
    [place.id, person.id, ...seat, place.mark],
  );
  return { ...person, member: rows[0]?.member ?? '', session: rows[0]?.session ?? '' };
};

/** Inserts a row without the product's checks, and returns its id. */
export const insertRow = (
  { open: { owner } }: TestApplication,
  table: string,
  values: Record<string, unknown>,
) =>
  rowFactories(
    async <Row extends object>(text: string, ...given: unknown[]) =>
      (await owner.query<Row>(text, given)).rows,
  ).insert(table, values);

/** Inserts a delivery to an endpoint, with this text in its body. */
export const insertDelivery = async (
  product: TestApplication,
  tenant_id: string,
  { endpoint, text }: { endpoint: string; text: string },
) => {
  const event = { tenant_id, type: 'webhook.test', subject: {}, body: text };
  const event_id = await insertRow(product, 'webhook_events', event);
  return insertRow(product, 'webhook_deliveries', {
    tenant_id,
    event_id,
    endpoint_id: endpoint,
    state: 'succeeded',
    next_attempt_at: null,
  });
};

/** Inserts a row into the table of each entity, and returns their ids. */
export const insertRecords = async (product: TestApplication, tenant: string, mark: string) => {
  const records: Record<string, string> = {};
  for (const { subject, table, row } of tenantRecords) {
    const values = { tenant_id: tenant, ...row(mark) };
    records[`record of ${subject}`] = await insertRow(product, table, values);
    const { file } = values as { file?: unknown };
    if (typeof file === 'string') await product.context.storage.put(file, mark);
  }
  records['delivery'] = await insertDelivery(product, tenant, {
    endpoint: records['record of webhooks'] ?? '',
    text: mark,
  });
  return records;
};

/** Inserts an organization with the product of this title, or without one. */
export const createSeededTenant = async (
  product: TestApplication,
  { title, tier, readOnly = false, suspended = false }: TenantOptions,
): Promise<SeededTenant> => {
  const { owner } = product.open;
  const mark = `canary-${randomUUID().slice(0, 13)}`;
  const [link, invitation] = [`${mark}-link`, `${mark}-invitation`];
  const { rows } = await owner.query<{ id: string }>(
    `with tenant as (
       insert into tenants (name, subdomain, domain)
       select mark, mark, mark from (select $1::text as mark) as it returning id
     ), link as (
       insert into join_links (tenant_id, token, active) select id, $2, true from tenant
     ), plan as (
       insert into tenant_products (tenant_id, subscription_price_id, status, grace_ends)
       select tenant.id, price.id, 'active', now() - interval '1 day'
       from tenant, (
         select subscription_prices.id from subscription_prices
           join subscription_products on subscription_products.id = subscription_product_id
         where title = $3 limit 1
       ) as price
     )
     select id from tenant`,
    [mark, link, title],
  );
  const { id = '' } = rows[0] ?? {};
  const bare = { id, mark, tier, readOnly, suspended, records: {} };
  const place: SeededTenant = { ...bare, owner: await createTestUser(product) };
  await owner.query(
    `insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, 0, 2, 0)`,
    [id, place.owner.id],
  );
  place.records = { tenant: id, link, invitation };
  Object.assign(place.records, await insertRecords(product, id, mark));
  if (readOnly) {
    await owner.query(`update tenant_products set status = 'past_due' where tenant_id = $1`, [id]);
  }
  // An organization without a plan or with an overdue one has no seat for another member.
  if (title === null || readOnly) return place;
  const member = await addMember(product, place, [2, 2]);
  const invited = await addMember(product, place, [2, 0]);
  const asking = await addMember(product, place, [2, 1]);
  await owner.query(
    `insert into tokens (token_hash, purpose, user_id, invited_to, expires_at)
     values ($1, 'invitation', $2, $3, now() + interval '1 day')`,
    [tokenHash(invitation), invited.id, id],
  );
  Object.assign(place.records, {
    member: member.member,
    user: member.id,
    self: member.id,
    session: member.session,
    email: member.email,
    invited: invited.member,
    asking: asking.member,
  });
  return place;
};

/** Creates an organization with all its records, then suspends it. */
const createSuspendedTenant = async (product: TestApplication) => {
  const place = await createSeededTenant(product, { title: 'Unlimited', tier: 0, suspended: true });
  await product.open.owner.query(
    `update tenants set suspended_at = now(), suspension_reason = 'Of the matrix' where id = $1`,
    [place.id],
  );
  return { ...place, readOnly: true };
};

const operatorToken = 'token-of-an-invited-operator';

/** Creates records without a tenant: catalog, files, emails and events. */
const sharedRecords = async (product: TestApplication): Promise<Record<string, string>> => {
  const { owner } = product.open;
  const operator = await signInOperator(product);
  const { id: resource } = await createTestResource(operator);
  // No test replaces the file of this one.
  const { id: file } = await createTestResource(operator, {
    tiers: [fileGate.tier],
    roles: [fileGate.role],
  });
  const { rows } = await owner.query<Record<string, string>>(
    `with mail as (
       insert into emails (recipient, subject, text, html, locale, attempts, last_error)
       values ('a@example.com', 'Hello', 'Hello', 'Hello', 'en-US', 3, 'refused') returning id
     ), event as (
       insert into provider_events (id, type, livemode, created_at, body)
       values ('evt_matrix', 'customer.updated', false, now(), '{}') returning id
     ), product as (
       insert into subscription_products (tier, title, active)
       values (7, 'Of the matrix', false) returning id
     ), price as (
       insert into subscription_prices
         (subscription_product_id, type, billing_period, price, currency, active)
       select id, 1, 3, 500, 'usd', false from product returning id
     ), feature as (
       insert into subscription_features (subscription_product_id, "order", key)
       select id, 1, 'Robots' from product returning id
     ), coupon as (
       insert into coupons (promotion_code, percent_off, duration, service_id, promotion_code_id)
       values ('MATRIX', 20, 'once', 'coupon_matrix', 'promo_matrix') returning id
     ), operator as (
       insert into users (email, type, operator_role, verified_at)
       values ('operator.matrix@example.com', 0, 'catalogue', now()) returning id
     ), invitation as (
       insert into operator_invitations (email, role, token_hash, expires_at)
       values ('invited.matrix@example.com', 'support', $1, now() + interval '7 days') returning id
     ), announcement as (
       insert into announcements (severity, title, texts, dismissible, starts_at)
       values ('information', 'Matrix', '{"pt-BR": {"title": "Matrix", "text": "Matrix", "link": null}}',
         true, now()) returning id
     ), free as (
       select id from subscription_prices where price = 0 and active limit 1
     )
     select mail.id as mail, event.id as event, product.id as product, price.id as price,
       feature.id as feature, coupon.id as coupon, operator.id as operator,
       announcement.id as announcement, invitation.id as "operatorInvitation", free.id as free
     from mail, event, product, price, feature, coupon, operator, invitation, announcement, free`,
    [tokenHash(operatorToken)],
  );
  return { resource, file, operatorToken, ...rows[0] };
};

/**
 * Creates an organization in each of the three tiers, an overdue one, one without a plan, and two
 * foreign ones; a suspended one as well.
 */
export const createFixtures = async (product: TestApplication) => {
  // Makes seats unlimited in all plans.
  await product.open.owner.query('update subscription_products set max_users = 0');
  const tiers = ['Starter', 'Pro', 'Unlimited'] as const;
  const places: SeededTenant[] = [];
  for (const [index, title] of tiers.entries()) {
    places.push(await createSeededTenant(product, { title, tier: index + 1 }));
  }
  const [starter, pro, unlimited] = places as [SeededTenant, SeededTenant, SeededTenant];
  return {
    tiers: [starter, pro, unlimited] as const,
    overdue: await createSeededTenant(product, { title: 'Unlimited', tier: 3, readOnly: true }),
    suspended: await createSuspendedTenant(product),
    bare: await createSeededTenant(product, { title: null, tier: 0 }),
    others: await createSeededTenant(product, { title: 'Unlimited', tier: 3 }),
    elsewhere: await createSeededTenant(product, { title: 'Unlimited', tier: 3 }),
    shared: await sharedRecords(product),
  };
};
export type Fixtures = Awaited<ReturnType<typeof createFixtures>>;
