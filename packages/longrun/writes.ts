import { randomUUID } from 'node:crypto';
import type { Api } from '#contract/api-client.ts';
import { Failure } from '#contract/errors.ts';
import { BillingPeriod, PriceType } from '#contract/periods.ts';
import { callerAt } from '#tools/caller.ts';
import type { Headers, registrationsAt } from '#tools/kit/organizations.ts';

/** Share of each kind of write in percent; each creates a record with related rows. */
const shares = { transaction: 80, invitation: 13, organization: 5, product: 2 };
type WriteKind = keyof typeof shares;

/** Write of a record that is recognized later by its mark. */
export type MarkedWrite = {
  mark: string;
  /** Sends it; repeats use the same idempotency key. */
  send: (origin: string) => Promise<unknown>;
};

type WriterOptions = {
  name: string;
  owner: Headers;
  operator: Headers;
  registration: Awaited<ReturnType<typeof registrationsAt>>;
  random: () => number;
  /** Only kind to write; all of them by default. */
  only?: WriteKind | undefined;
};

const product = {
  tier: 1,
  active: false,
  prices: [
    { type: PriceType.Recurring, billingPeriod: BillingPeriod.Monthly, price: 10 },
    { type: PriceType.Recurring, billingPeriod: BillingPeriod.Yearly, price: 100 },
  ],
  features: [1, 2, 3].map((order) => ({ order, key: `Feature ${order}` })),
};

/** Returns a function that creates the next write of a client with an organization of its own. */
export function createWriter({ name, owner, operator, registration, random, only }: WriterOptions) {
  let count = 0;
  const drawKind = () => {
    let left = random() * 100;
    const kinds = Object.keys(shares) as WriteKind[];
    return kinds.find((kind) => (left -= shares[kind]) < 0) ?? 'transaction';
  };
  const writes: Record<WriteKind, (mark: string) => [who: Headers, send: (api: Api) => unknown]> = {
    transaction: (description) => {
      const body = { description, quantity: 2, price: 12.5, date: '2026-01-31' };
      return [owner, (api) => api.transactions.create({ body })];
    },
    invitation: (mark) => {
      const person = { email: `${mark}@invited.example`, firstName: 'Rui', lastName: 'Alves' };
      return [owner, (api) => api.invitations.invite({ body: { ...person, role: 2 } })];
    },
    organization: (mark) => [{}, (api) => api.accounts.register({ body: registration(mark) })],
    product: (title) => [operator, (api) => api.products.create({ body: { ...product, title } })],
  };
  return (): MarkedWrite => {
    const mark = `${name}-${(count += 1)}`;
    const [who, send] = writes[only ?? drawKind()](mark);
    const headers = { ...who, 'idempotency-key': randomUUID() };
    return { mark, send: async (origin) => send(callerAt(origin, headers)) };
  };
}

/**
 * Counts complete records by mark: a registration with its token, an invitation with its token, a product
 * with all its prices and features. `findViolations` checks other related rows.
 */
export const countsByMark = `
  select mark, count(*)::int from (
    select description as mark from transactions
    union all
    select split_part(email, '@', 1) from users join tokens on tokens.user_id = users.id
      where purpose = 'invitation' and email like '%@invited.example'
    union all
    select name from tenants join memberships on tenant_id = tenants.id
      join tokens on tokens.user_id = memberships.user_id and purpose = 'verify' and used_at is null
    union all
    select title from subscription_products product
      where (select count(*) from subscription_prices where subscription_product_id = product.id) = 2
        and (select count(*) from subscription_features where subscription_product_id = product.id) = 3
  ) records where mark = any ($1) group by mark`;

/** Refusals that mean "not now"; the write may or may not have been done. */
const notNow = new Set<string>([
  'unavailable',
  'billing.providerUnavailable',
  'billing.inProgress',
  'request.inProgress',
]);

/** Refusal of a repeated write that means it was done before. */
const doneBefore = 'request.answerLost';

/** Messages of Node's `fetch` for a lost connection. */
const broken = /^(fetch failed|terminated|other side closed|.*aborted due to timeout)$/;

/** Sends a write; returns its reply, or null when the result is unknown. Throws for any other response. */
export async function attempt(
  { send }: Pick<MarkedWrite, 'send'>,
  origin: string,
  { isRepeated = false } = {},
): Promise<unknown> {
  try {
    return (await send(origin)) ?? {};
  } catch (error) {
    if (error instanceof Failure) {
      if (notNow.has(error.code)) return null;
      if (isRepeated && error.code === doneBefore) return {};
      throw new Error(`A client got ${error.status} ${error.code}`, { cause: error });
    }
    if (error instanceof Error && broken.test(error.message)) return null;
    throw error;
  }
}
