import { randomUUID } from 'node:crypto';
import { archive, blobOf, draft } from '#server/resources/test-resources.ts';
import type { Call } from './test-walk.ts';

/** Ids that bodies need. */
export type Given = { free: string; product: string };

const password = 'of-the-matrix-and-nobody-else';
const names = { firstName: 'Rui', lastName: 'Alves', phone: '+55 11 1111' };
const newEmail = () => `${randomUUID()}@example.com`;
const newName = () => `Organization ${randomUUID()}`;
const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2060, cvc: '123' };
const transaction = { description: 'Fees', quantity: 1, price: 2.5, date: '2026-03-01' };
const feature = { order: 1, key: 'Robots' };
const product = { tier: 9, title: 'Of two tests', active: false };
const price = { type: 1, billingPeriod: 3, price: 5 };

/**
 * A body that each call's schema takes, by its name. Those that prove who somebody is prove nothing:
 * hashing a password tens of thousands of times shows nothing more about rights.
 */
const bodies: Record<string, (given: Given) => object> = {
  'accounts.login': () => ({ email: newEmail(), password }),
  'accounts.register': ({ free }) => ({
    ...names,
    organization: newName(),
    email: newEmail(),
    selectedSubscription: { subscriptionPriceId: free },
  }),
  'accounts.verify': () => ({
    email: newEmail(),
    token: 'none',
    password,
    passwordConfirm: password,
  }),
  'accounts.impersonate': () => ({ reason: 'The matrix' }),
  'users.update': () => names,
  'users.updateAvatar': () => ({ avatar: null }),
  'users.updatePassword': () => ({
    passwordCurrent: 'another one',
    passwordNew: password,
    passwordConfirm: password,
  }),
  'users.setPassword': () => ({ password }),
  'tenants.create': ({ free }) => ({
    name: newName(),
    selectedSubscription: { subscriptionPriceId: free },
  }),
  'tenants.update': () => ({ name: newName(), appTheme: 'dark', appColor: 'red' }),
  'tenants.updateImage': () => ({ type: 'icon', icon: null }),
  'members.update': () => ({ ...names, role: 3 }),
  'invitations.accept': () => ({ email: newEmail(), password, passwordConfirm: password }),
  'invitations.invite': () => ({ ...names, email: newEmail(), role: 2 }),
  'invitations.updateSettings': () => ({
    enableLink: true,
    enablePublicUrl: true,
    requireAcceptance: true,
  }),
  'invitations.requestAccess': () => ({ email: newEmail(), password, passwordConfirm: 'other' }),
  'invitations.acceptUser': () => ({ accepted: true }),
  'products.create': () => product,
  'products.createPrice': ({ product }) => ({ ...price, subscriptionProductId: product }),
  'products.createFeature': ({ product }) => ({ ...feature, subscriptionProductId: product }),
  'products.update': () => product,
  'products.updatePrice': () => ({ priceBefore: 9 }),
  'products.updateFeature': () => feature,
  'subscriptions.update': ({ free }) => ({ subscriptionPriceId: free }),
  'subscriptions.cancel': () => ({ atPeriodEnd: false }),
  'subscriptions.createCardToken': () => card,
  'subscriptions.updateCard': () => card,
  'transactions.create': () => transaction,
  'transactions.update': () => transaction,
  'resources.create': () => draft,
  'resources.update': () => draft,
};

/** A new one for each call: names and addresses are not taken twice. */
export const bodyOf = ({ name, body }: Call, given: Given): object | undefined => {
  if (!body) return undefined;
  const make = bodies[name];
  if (!make) throw new Error(`Say in test-bodies.ts what ${name} takes`);
  return make(given);
};

const form = new FormData();
form.set('file', blobOf(archive), 'robot.zip');
const encoded = new Response(form);

/** A file as a form sends it. */
export const upload = {
  headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  payload: Buffer.from(await encoded.arrayBuffer()),
};
