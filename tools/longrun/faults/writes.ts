import { randomUUID } from 'node:crypto';
import type { Api } from '#contract/api-client.ts';
import { BillingPeriod, PriceType } from '#contract/periods.ts';
import { callerAt } from '#tools/caller.ts';
import type { Headers, Registration } from './organizations.ts';

/** Kinds of writes: each except a change creates a record with related rows. */
export type Kind = 'transaction' | 'change' | 'removal' | 'invitation' | 'organization' | 'product';

/** Share of each kind in percent. */
const shares: [Kind, number][] = [
  ['transaction', 60],
  ['change', 15],
  ['removal', 8],
  ['invitation', 11],
  ['organization', 4],
  ['product', 2],
];

/** Write that is recognized later by its mark. */
export interface Write {
  kind: Kind;
  mark: string;
  /** Mark of an earlier write that this one replaces. */
  replaces: string | null;
  /** Sends it; repeats use the same idempotency key. */
  send: (origin: string) => Promise<unknown>;
}

interface Client {
  name: string;
  owner: Headers;
  operator: Headers;
  registration: Registration;
  random: () => number;
  /** Only kind to write; all of them by default. */
  only?: Kind;
}

/** Client that writes in sequence in an organization of its own. */
export class Writer {
  readonly #client: Client;
  #count = 0;
  /** Transaction that is changed repeatedly. */
  #changed: { id: string; mark: string } | null = null;
  /** Transactions that may be removed. */
  readonly #removable: { id: string; mark: string }[] = [];

  constructor(client: Client) {
    this.#client = client;
  }

  /** Returns the next write. */
  next(): Write {
    this.#count += 1;
    const mark = `${this.#client.name}-${this.#count}`;
    const kind = this.#client.only ?? this.#draw();
    if (kind === 'change' && this.#changed) return this.#change(mark, this.#changed);
    const gone = kind === 'removal' ? this.#removable.shift() : undefined;
    if (gone) return this.#removal(gone);
    return this.#creation(kind, mark);
  }

  /** Records the confirmed result of a write. */
  confirmed({ kind, mark }: Write, answer: unknown) {
    if (kind !== 'transaction') return;
    const { id } = answer as { id: string };
    if (this.#changed) this.#removable.push({ id, mark });
    else this.#changed = { id, mark };
  }

  /** Leaves the row of a write with unknown result alone from now on. */
  unknown({ kind }: Write) {
    if (kind === 'change') this.#changed = null;
  }

  #draw(): Kind {
    let left = this.#client.random() * 100;
    return shares.find(([, share]) => (left -= share) < 0)?.[0] ?? 'transaction';
  }

  #creation(kind: Kind, mark: string): Write {
    const { registration } = this.#client;
    const send: Record<string, (api: Api) => Promise<unknown>> = {
      invitation: (api) =>
        api.invitations.invite({
          body: { email: addressOf(mark), firstName: 'Rui', lastName: 'Alves', role: 2 },
        }),
      organization: (api) => api.accounts.register({ body: registration(mark) }),
      product: (api) => api.products.create({ body: productOf(mark) }),
    };
    const given = send[kind];
    if (given) return this.#write({ kind, mark }, given);
    return this.#write({ kind: 'transaction', mark }, (api) =>
      api.transactions.create({ body: transactionOf(mark) }),
    );
  }

  #change(mark: string, changed: { id: string; mark: string }): Write {
    const replaces = changed.mark;
    changed.mark = mark;
    return this.#write({ kind: 'change', mark, replaces }, (api) =>
      api.transactions.update({ params: { id: changed.id }, body: transactionOf(mark) }),
    );
  }

  #removal({ id, mark }: { id: string; mark: string }): Write {
    return this.#write({ kind: 'removal', mark }, (api) =>
      api.transactions.remove({ params: { id } }),
    );
  }

  #write(
    { kind, mark, replaces = null }: Pick<Write, 'kind' | 'mark'> & Partial<Write>,
    send: (api: Api) => Promise<unknown>,
  ): Write {
    const { owner, operator } = this.#client;
    const who = kind === 'organization' ? {} : kind === 'product' ? operator : owner;
    const headers = { ...who, 'idempotency-key': randomUUID() };
    return { kind, mark, replaces, send: (origin) => send(callerAt(origin, headers)) };
  }
}

/** Returns the email address of an invited person. */
const addressOf = (mark: string) => `${mark}@invited.example`;

const transactionOf = (mark: string) => ({
  description: mark,
  quantity: 2,
  price: 12.5,
  date: '2026-01-31',
});

const productOf = (mark: string) => ({
  title: mark,
  tier: 1,
  active: false,
  prices: [
    { type: PriceType.Recurring, billingPeriod: BillingPeriod.Monthly, price: 10 },
    { type: PriceType.Recurring, billingPeriod: BillingPeriod.Yearly, price: 100 },
  ],
  features: [1, 2, 3].map((order) => ({ order, key: `Feature ${order}` })),
});
