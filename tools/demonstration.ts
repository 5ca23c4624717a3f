import type { Api } from '#contract/api-client.ts';
import { BillingPeriod, PriceType } from '#contract/periods.ts';
import { callerAt } from './caller.ts';
import { asMember, signIn } from './kit/organizations.ts';

/** Fictional records in each language, with no overall gain or loss. */
export const editions = {
  pt: {
    locale: 'pt-BR',
    organization: 'Mesa de demonstração',
    person: ['Conta', 'Exemplo'],
    categories: ['Contratos', 'Custos', 'Dados'],
    trades: [
      { description: 'Mini-índice, virada para compra', quantity: 2, price: 41.5 },
      { description: 'Mini-índice, virada para venda', quantity: 2, price: 39.8 },
      { description: 'Corretagem da semana', quantity: 14, price: 0.75 },
      { description: 'Minidólar, virada para compra', quantity: 1, price: 58.2 },
      { description: 'Minidólar, zerado no fim do dia', quantity: 1, price: 56.9 },
      { description: 'Cotações em tempo real', quantity: 1, price: 12.4 },
      { description: 'Mini-índice, perda máxima do dia', quantity: 2, price: 37.1 },
      { description: 'Emolumentos da semana', quantity: 14, price: 0.32 },
    ],
  },
  en: {
    locale: 'en-US',
    organization: 'Demonstration desk',
    person: ['Sample', 'Account'],
    categories: ['Contracts', 'Costs', 'Data'],
    trades: [
      { description: 'Mini index, turned to buy', quantity: 2, price: 41.5 },
      { description: 'Mini index, turned to sell', quantity: 2, price: 39.8 },
      { description: 'Brokerage of the week', quantity: 14, price: 0.75 },
      { description: 'Mini dollar, turned to buy', quantity: 1, price: 58.2 },
      { description: 'Mini dollar, flat at the close', quantity: 1, price: 56.9 },
      { description: 'Real-time quotes', quantity: 1, price: 12.4 },
      { description: 'Mini index, daily loss limit', quantity: 2, price: 37.1 },
      { description: 'Exchange fees of the week', quantity: 14, price: 0.32 },
    ],
  },
} as const;

export type Edition = keyof typeof editions;

/** Session and organization with demonstration data. */
export type Desk = { token: string; tenant: string };

/** Creates a free price of Pro without a trial, so that no screen shows days left; returns its id. */
export async function offer(origin: string): Promise<string> {
  const operator = callerAt(origin, await signIn(origin));
  const pro = (await operator.products.getAll()).find(({ title }) => title === 'Pro');
  const { id } = await operator.products.createPrice({
    body: {
      subscriptionProductId: pro?.id ?? '',
      type: PriceType.OneTime,
      billingPeriod: BillingPeriod.Once,
      price: 0,
      currency: 'usd',
      trialDays: 0,
      active: true,
    },
  });
  return id;
}

/** Registers the organization of an edition with a price and records half a year of transactions. */
export async function furnish(
  origin: string,
  { edition, priceId }: { edition: Edition; priceId: string },
): Promise<Desk> {
  const { organization, person } = editions[edition];
  const visitor = callerAt(origin);
  const [firstName, lastName] = person;
  const email = `${edition}@demo.example`;
  const password = 'a password of the demonstration';
  const { verifyToken = '' } = await visitor.accounts.register({
    body: {
      organization,
      email,
      firstName,
      lastName,
      selectedSubscription: { subscriptionPriceId: priceId },
    },
  });
  const { token, user } = await visitor.accounts.verify({
    body: { email, token: verifyToken, password, passwordConfirm: password },
  });
  const desk = { token, tenant: user.currentTenant?.id ?? '' };
  await record(callerAt(origin, asMember(desk.tenant, desk.token)), edition);
  return desk;
}

const day = 24 * 60 * 60 * 1000;

/** Records a transaction every fourth day over six months; the first one in the list is the newest. */
async function record(api: Api, edition: Edition) {
  const { trades, categories } = editions[edition];
  const kinds = [0, 0, 1, 0, 0, 2, 0, 1];
  for (let nth = 47; nth >= 0; nth -= 1) {
    const at = nth % trades.length;
    const trade = trades[at];
    if (!trade) continue;
    const { description, quantity, price } = trade;
    const cents = Math.round(price * 100) + ((nth * 37) % 11) * 10;
    await api.transactions.create({
      body: {
        description,
        quantity,
        price: cents / 100,
        date: new Date(Date.now() - nth * 3.5 * day).toISOString().slice(0, 10),
        category: categories[kinds[at] ?? 0] ?? null,
      },
    });
  }
}
