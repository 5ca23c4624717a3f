import { randomUUID } from 'node:crypto';
import { testArchive, toBlob, resourceDraft } from '#server/resources/test/resources.ts';
import type { TestApplication } from '#server/test/application.ts';
import { success, type Cell } from './access-oracle.ts';
import { endpointPath, type NamedEndpoint } from './endpoints.ts';
import type { Fixtures } from './fixtures.ts';

/** Ids that the bodies refer to. */
type BodyIds = { free: string; product: string };

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
 * Valid bodies by name of the call. Credentials in them are wrong: hashing a password tens of thousands
 * of times would add nothing to tests of access.
 */
const bodies: Record<string, (given: BodyIds) => object> = {
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
  'resources.create': () => resourceDraft,
  'resources.update': () => resourceDraft,
};

/** Returns a new body for each call, since names and addresses must be unique. */
export const sampleBodyOf = ({ name, body }: NamedEndpoint, given: BodyIds): object | undefined => {
  if (!body) return undefined;
  const make = bodies[name];
  if (!make) throw new Error(`test/bodies.ts has no body for ${name}`);
  return make(given);
};

const form = new FormData();
form.set('file', toBlob(testArchive), 'robot.zip');
const encoded = new Response(form);

const upload = {
  headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  payload: Buffer.from(await encoded.arrayBuffer()),
};

/** Adds the fields to a body and to every object in it. */
const withFields = (body: object, besides: object): object => ({
  ...Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? withFields(value, besides)
        : value,
    ]),
  ),
  ...besides,
});

/**
 * Returns a function that makes the call of a cell, with extra fields, and returns its result and the
 * whole reply as text.
 */
export const cellCaller =
  ({ app }: TestApplication, { shared }: Fixtures) =>
  async ({ call, visitor, key, params }: Cell, besides: object = {}) => {
    const given = { free: shared['free'] ?? '', product: shared['product'] ?? '' };
    const body = sampleBodyOf(call, given);
    const values = Object.entries(params).map(([name, { value }]) => [name, value] as const);
    const answer = await app.inject({
      method: call.method,
      url: endpointPath(call, Object.fromEntries(values)),
      headers: {
        ...visitor.headers,
        ...(key.value !== undefined && { 'x-tenant-key': key.value }),
        ...(call.upload && upload.headers),
      },
      ...(call.upload
        ? { payload: upload.payload }
        : body && { payload: withFields(body, besides) }),
    });
    const { statusCode: status, payload, headers } = answer;
    const code = () => (JSON.parse(payload) as { code: string }).code.replace('errors.', '');
    const told = status < 400 ? success : `${status} ${code()}`;
    return { told, text: `${payload} ${JSON.stringify(headers)}` };
  };
