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
  /** Notes the response, or null when the result is unknown. */
  note: (reply: unknown) => void;
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

/** Returns a function that creates the next write of a client with an organization of its own. */
export function createWriter({ name, owner, operator, registration, random, only }: WriterOptions) {
  let count = 0;
  /** Transactions: the first is changed repeatedly, the others may be removed. */
  const known: { id: string; mark: string }[] = [];
  const drawKind = () => {
    let left = random() * 100;
    return (Object.keys(shares) as WriteKind[]).find((kind) => (left -= shares[kind]) < 0);
  };
  const write = (
    who: Headers,
    effect: MarkedWrite['effect'],
    send: (api: Api) => Promise<unknown>,
  ): MarkedWrite => {
    const headers = { ...who, 'idempotency-key': randomUUID() };
    return { effect, send: (origin) => send(callerAt(origin, headers)), note: () => undefined };
  };

  return (): MarkedWrite => {
    const mark = `${name}-${(count += 1)}`;
    const body = { description: mark, quantity: 2, price: 12.5, date: '2026-01-31' };
    const kind = only ?? drawKind();
    const changed = kind === 'change' && known[0];
    if (changed) {
      const { id: params, mark: replaced } = changed;
      changed.mark = mark;
      const sent = write(owner, { [mark]: 1, [replaced]: 0 }, (api) =>
        api.transactions.update({ params: { id: params }, body }),
      );
      // A row with an unknown state is left alone.
      return { ...sent, note: (reply) => void (reply ?? known.splice(known.indexOf(changed), 1)) };
    }
    const [removed] = kind === 'removal' ? known.splice(1, 1) : [];
    if (removed) {
      const params = { id: removed.id };
      return write(owner, { [removed.mark]: 0 }, (api) => api.transactions.remove({ params }));
    }
    if (kind === 'invitation') {
      const person = { email: `${mark}@invited.example`, firstName: 'Rui', lastName: 'Alves' };
      const body = { ...person, role: 2 } as const;
      return write(owner, { [mark]: 1 }, (api) => api.invitations.invite({ body }));
    }
    if (kind === 'organization') {
      return write({}, { [mark]: 1 }, (api) => api.accounts.register({ body: registration(mark) }));
    }
    if (kind === 'product') {
      const body = { ...product, title: mark };
      return write(operator, { [mark]: 1 }, (api) => api.products.create({ body }));
    }
    const sent = write(owner, { [mark]: 1 }, (api) => api.transactions.create({ body }));
    const note = (reply: unknown) =>
      void (reply && known.push({ id: (reply as { id: string }).id, mark }));
    return { ...sent, note };
  };
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

/**
 * Counts complete records by mark: a registration with its token, an invitation with its token, a product
 * with all its prices and features. `violationsSince` checks other related rows.
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
