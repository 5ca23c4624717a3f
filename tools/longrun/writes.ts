import { randomUUID } from 'node:crypto';
import type { Api } from '#contract/api-client.ts';
import { Failure } from '#contract/errors.ts';
import { BillingPeriod, PriceType } from '#contract/periods.ts';
import { callerAt } from '#tools/caller.ts';
import type { Headers, registrationsAt } from '#tools/kit/organizations.ts';

/** Share of each kind of write in percent; each creation has related rows. */
const shares = {
  transaction: 60,
  change: 15,
  removal: 8,
  invitation: 11,
  organization: 4,
  product: 2,
};
type WriteKind = keyof typeof shares;

/** Write that is recognized later by its mark. */
export interface MarkedWrite {
  /** Number of records by mark after the write. */
  effect: Record<string, 0 | 1>;
  /** Sends it; repeats use the same idempotency key. */
  send: (origin: string) => Promise<unknown>;
  /** Notes that it was confirmed. */
  onConfirmed: (reply: unknown) => void;
}

interface WriterOptions {
  name: string;
  owner: Headers;
  operator: Headers;
  registration: Awaited<ReturnType<typeof registrationsAt>>;
  random: () => number;
  /** Only kind to write; all of them by default. */
  only?: WriteKind;
}

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
  /** Confirmed transactions that may be changed or removed. */
  const known: { id: string; mark: string }[] = [];
  const drawKind = () => {
    let left = random() * 100;
    return (Object.keys(shares) as WriteKind[]).find((kind) => (left -= shares[kind]) < 0);
  };

  return (): MarkedWrite => {
    const mark = `${name}-${(count += 1)}`;
    const write = (who: Headers, send: (api: Api) => Promise<unknown>): MarkedWrite => {
      const headers = { ...who, 'idempotency-key': randomUUID() };
      const sendTo = (origin: string) => send(callerAt(origin, headers));
      return { effect: { [mark]: 1 }, send: sendTo, onConfirmed: () => undefined };
    };
    const kind = only ?? drawKind();
    if (kind === 'invitation') {
      const person = { email: `${mark}@invited.example`, firstName: 'Rui', lastName: 'Alves' };
      return write(owner, (api) => api.invitations.invite({ body: { ...person, role: 2 } }));
    }
    if (kind === 'organization') {
      return write({}, (api) => api.accounts.register({ body: registration(mark) }));
    }
    if (kind === 'product') {
      return write(operator, (api) => api.products.create({ body: { ...product, title: mark } }));
    }
    const body = { description: mark, quantity: 2, price: 12.5, date: '2026-01-31' };
    // One that is being changed or removed is not used again until that is confirmed.
    const old = kind === 'transaction' ? undefined : known.shift();
    const onConfirmed = (reply: unknown) =>
      void known.push({ id: (reply as { id: string }).id, mark });
    if (!old) {
      return { ...write(owner, (api) => api.transactions.create({ body })), onConfirmed };
    }
    const params = { id: old.id };
    if (kind === 'removal') {
      const removal = write(owner, (api) => api.transactions.remove({ params }));
      return { ...removal, effect: { [old.mark]: 0 } };
    }
    return {
      ...write(owner, (api) => api.transactions.update({ params, body })),
      effect: { [mark]: 1, [old.mark]: 0 },
      onConfirmed,
    };
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
      join tokens on tokens.user_id = memberships.user_id and purpose = 'verify'
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

/** Refusals of a repeated write that mean it was done before. */
const doneBefore = new Set<string>(['request.answerLost', 'notFound']);

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
      if (isRepeated && doneBefore.has(error.code)) return {};
      throw new Error(`A client got ${error.status} ${error.code}`, { cause: error });
    }
    if (error instanceof Error && broken.test(error.message)) return null;
    throw error;
  }
}
