import { MemberStatus } from '#contract/statuses.ts';
import { tenantRecords } from '#contract/test/examples/index.ts';
import { createTestUser } from '#server/identity/members/test/organizations.ts';
import { dataUrl, drawPicture } from '#server/platform/files/test/pictures.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import { allEndpoints } from '#server/platform/http/test/endpoints.ts';
import {
  registerOwner,
  signInOperator,
  type TestMember,
  type TestApplication,
  memberPassword,
} from '#server/test/application.ts';
import type { KnownValues, FuzzJson } from './arbitraries.ts';
import {
  catalogIds,
  couponCode,
  deliveryIds,
  eventIds,
  failedMailIds,
  memberIds,
  newEmails,
  openJoinLink,
  priceIds,
  resourceIds,
  sessionIds,
  mailedTokenFor,
  tenantRecordIds,
  type FuzzContext,
} from './records.ts';

/** Role of the caller. An `intruder` is the owner of A who names B. */
export type FuzzRole = 'anonymous' | 'dead' | 'owner' | 'guest' | 'intruder' | 'operator';

/** Callers in organization A, and their known values. */
export type FuzzActors = {
  headersOf: (role: FuzzRole) => Record<string, string>;
  /** Returns plausible values of a field for the current call. */
  known: KnownValues;
  /** Renews callers whose session or rights ended, and the records that calls of this path need. */
  renew: (path: string) => Promise<void>;
  /** Remembers the cursor of the next page. */
  rememberCursor: (link: string) => void;
};

const guestOf = async (product: TestApplication, { tenant }: TestMember) => {
  const { id, headers } = await createTestUser(product);
  await product.open.owner.query(
    'insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, 3, 2, 1)',
    [tenant, id],
  );
  return { ...headers, 'x-tenant-key': tenant };
};

/** Returns true if the session is live and has its original rights. */
const isStillAuthorized = async ({ open }: TestApplication, { token, tenant }: TestMember) => {
  const { rowCount } = await open.owner.query(
    'select from app.authorize($1, $2, false) where role = 0 and tier >= 2 and not read_only',
    [tokenHash(token), tenant],
  );
  return rowCount === 1;
};

/** Creates organization A, in which endpoints are tested; `foreign` is B. */
export async function createFuzzActors(
  product: TestApplication,
  foreign: string,
  plan = 'Pro',
): Promise<FuzzActors> {
  let operator = await signInOperator(product);
  let owner = await registerOwner(product, { plan });
  let guest = await guestOf(product, owner);
  let supplies: FieldValues = {};
  let cursors: string[] = [];
  let about = '';
  const tend = async (path: string) => {
    if (path !== about) cursors = [];
    about = path;
    if (!(await isStillAuthorized(product, operator))) {
      operator = await signInOperator(product);
    }
    if (!(await isStillAuthorized(product, owner))) {
      owner = await registerOwner(product, { plan });
      guest = await guestOf(product, owner);
    }
    supplies = await fieldValuesFor(path, { product, owner, operator });
  };
  return {
    headersOf: (role) => {
      const headers: Record<FuzzRole, Record<string, string>> = {
        anonymous: {},
        dead: { authorization: `Bearer sx_${'a'.repeat(43)}` },
        owner: owner.headers,
        guest,
        intruder: { ...owner.headers, 'x-tenant-key': foreign },
        operator: operator.headers,
      };
      return headers[role];
    },
    known: (name) => (name === 'cursor' ? cursors : (supplies[name] ?? [])),
    renew: tend,
    rememberCursor: (link) => {
      const cursor = new URLSearchParams(/\?([^>]*)/.exec(link)?.[1]).get('cursor');
      if (cursor) cursors.splice(0, cursors.length < 8 ? 0 : 1, cursor);
    },
  };
}

/** Plausible values of fields, by name. */
type FieldValues = Record<string, readonly FuzzJson[]>;
type Supply = (scene: FuzzContext) => Promise<FieldValues>;

const png = dataUrl(await drawPicture('png', { width: 8, height: 8 }));
const pictures = [png, png, null, dataUrl(await drawPicture('jpeg', { width: 8, height: 8 }))];
const cards = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_chargeDeclined',
  'pm_card_chargeCustomerFail',
  'pm_card_authenticationRequired',
];

/** Returns values for fields of any call. */
const anywhere: Supply = async () => ({
  email: newEmails(),
  formerEmail: newEmails(),
  password: [memberPassword],
  passwordCurrent: [memberPassword],
  passwordNew: [memberPassword],
  passwordConfirm: [memberPassword],
  // Of random texts nearly none is a zone.
  timeZone: ['America/Sao_Paulo', 'Asia/Kolkata'],
  confirmPassword: [memberPassword],
  avatar: pictures,
  icon: pictures,
  logo: pictures,
  logoDarkmode: pictures,
  image: pictures,
  subscriptionCardToken: cards,
  subscriptionCoupon: [couponCode, couponCode, 'nothing', ''],
  code: [couponCode, couponCode, 'nothing'],
  intentId: [null],
  number: ['4242424242424242', '5555555555554444', '4000000000000002'],
  expiryMonth: [12],
  expiryYear: [2060],
  cvc: ['123'],
  fromServer: ['true', 'false'],
  serviceId: [''],
  url: ['http://127.0.0.1:9/', 'http://[::1]:9/?a=\u{1F600}<b>', 'https://hooks.invalid/%00'],
});

/** Suppliers of values by path; later ones override earlier ones. */
const suppliers: [on: RegExp, supply: Supply][] = [
  [/./, anywhere],
  [/Subscription|Create$|Register/, async (s) => ({ subscriptionPriceId: await priceIds(s) })],
  [/Tenant|Audit/, async ({ owner }) => ({ tenantId: [owner.tenant] })],
  [/^\/Tenant\//, async ({ owner }) => ({ id: [owner.tenant] })],
  [/^\/TenantUsers\//, async (s) => ({ id: await memberIds(s, MemberStatus.Active) })],
  [
    /^\/User\/|Impersonate|Audit/,
    async (s) => {
      const people = await memberIds(s, MemberStatus.Active, 'user_id');
      return { id: people, userId: people, actor: people };
    },
  ],
  [
    /\/User\/Update/,
    async ({ owner: { user, tenant } }) => ({
      id: [user.id],
      userId: [user.id],
      tenantId: [tenant],
    }),
  ],
  [/RevokeSession/, async (s) => ({ id: await sessionIds(s) })],
  [/Login/, async ({ owner }) => ({ email: [owner.user.email] })],
  [/Reset/, async ({ owner }) => ({ email: [owner.user.email, ...newEmails()] })],
  [/Verify$/, (s) => mailedTokenFor(s, 'verify')],
  [/GetInvitation\/|AcceptInvitation|AskAgain/, (s) => mailedTokenFor(s, 'invitation')],
  [/GetInviteURL|RequestAccess/, openJoinLink],
  [/Resend/, async (s) => ({ id: await memberIds(s, MemberStatus.PendingInvitation) })],
  [/AcceptUser/, async (s) => ({ id: await memberIds(s, MemberStatus.PendingAcceptance) })],
  [/UpdateCardToken/, async () => ({ token: cards })],
  [
    /UpdateSubscription/,
    // Mostly valid input: a card that pays, one currency, no preview date.
    async (s) => ({
      subscriptionPriceId: await priceIds(s, 'usd'),
      subscriptionCardToken: ['pm_card_visa', 'pm_card_visa', 'pm_card_mastercard', ...cards],
      subscriptionCoupon: [null, null, couponCode, 'nothing'],
      prorationDate: [null],
    }),
  ],
  [
    /SubscriptionProduct\/.*Product|CreatePrice|CreateFeature/,
    async (s) => {
      const products = await catalogIds(s, 'products');
      return { id: products, subscriptionProductId: products };
    },
  ],
  [/SubscriptionProduct\/.*Price\//, async (s) => ({ id: await catalogIds(s, 'prices') })],
  [/SubscriptionProduct\/.*Feature\//, async (s) => ({ id: await catalogIds(s, 'features') })],
  [/^\/Resource\//, async (s) => ({ id: await resourceIds(s) })],
  [/^\/Mail\//, async (s) => ({ id: await failedMailIds(s) })],
  [/^\/ProviderEvent\//, async (s) => ({ id: await eventIds(s) })],
  [
    /^\/Blog\//,
    async ({ product }) => ({
      slug: (await product.anyone.blog.getAll({ query: {} })).map(({ slug }) => slug),
    }),
  ],
];

/** Creates the records that a path needs, and returns the values of its fields. */
async function fieldValuesFor(path: string, scene: FuzzContext): Promise<FieldValues> {
  const all: FieldValues = {};
  for (const [on, one] of suppliers) if (on.test(path)) Object.assign(all, await one(scene));
  const subject = allEndpoints.find((endpoint) => endpoint.path === path)?.name.split('.')[0];
  const record = tenantRecords.find((one) => one.subject === subject);
  if (record) all['id'] = await tenantRecordIds(scene, record);
  if (record?.subject === 'webhooks') all['delivery'] = await deliveryIds(scene, record);
  return all;
}
