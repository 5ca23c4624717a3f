import { MemberStatus } from '#contract/statuses.ts';
import { dataUrl, drawing } from '#server/files/test-pictures.ts';
import { memberPassword } from '#server/testing.ts';
import {
  catalogue,
  coupon,
  events,
  failedMails,
  members,
  newEmails,
  openLink,
  plans,
  resources,
  sessions,
  tokenFor,
  transactions,
  type Scene,
} from './test-stock.ts';
import type { Json } from './test-values.ts';

/** Plausible values of fields, by name. */
export type Supplies = Record<string, readonly Json[]>;
type Supply = (scene: Scene) => Promise<Supplies>;

const png = dataUrl(await drawing('png', { width: 8, height: 8 }));
const pictures = [png, png, null, dataUrl(await drawing('jpeg', { width: 8, height: 8 }))];
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
  password: [memberPassword],
  passwordCurrent: [memberPassword],
  passwordNew: [memberPassword],
  passwordConfirm: [memberPassword],
  confirmPassword: [memberPassword],
  avatar: pictures,
  icon: pictures,
  logo: pictures,
  logoDarkmode: pictures,
  image: pictures,
  subscriptionCardToken: cards,
  subscriptionCoupon: [coupon, coupon, 'nothing', ''],
  code: [coupon, coupon, 'nothing'],
  intentId: [null],
  number: ['4242424242424242', '5555555555554444', '4000000000000002'],
  expiryMonth: [12],
  expiryYear: [2060],
  cvc: ['123'],
  fromServer: ['true', 'false'],
  serviceId: [''],
});

/** Suppliers of values by path; later ones override earlier ones. */
const supplies: [on: RegExp, supply: Supply][] = [
  [/./, anywhere],
  [/Subscription|Create$|Register/, async (s) => ({ subscriptionPriceId: await plans(s) })],
  [/Tenant|Audit/, async ({ owner }) => ({ tenantId: [owner.tenant] })],
  [/^\/Tenant\//, async ({ owner }) => ({ id: [owner.tenant] })],
  [/^\/TenantUsers\//, async (s) => ({ id: await members(s, MemberStatus.Active) })],
  [
    /^\/User\/|Impersonate|Audit/,
    async (s) => {
      const people = await members(s, MemberStatus.Active, 'user_id');
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
  [/RevokeSession/, async (s) => ({ id: await sessions(s) })],
  [/Login/, async ({ owner }) => ({ email: [owner.user.email] })],
  [/Reset/, async ({ owner }) => ({ email: [owner.user.email, ...newEmails()] })],
  [/Verify$/, (s) => tokenFor(s, 'verify')],
  [/GetInvitation\/|AcceptInvitation|AskAgain/, (s) => tokenFor(s, 'invitation')],
  [/GetInviteURL|RequestAccess/, openLink],
  [/Resend/, async (s) => ({ id: await members(s, MemberStatus.PendingInvitation) })],
  [/AcceptUser/, async (s) => ({ id: await members(s, MemberStatus.PendingAcceptance) })],
  [/UpdateCardToken/, async () => ({ token: cards })],
  [
    /UpdateSubscription/,
    // Mostly valid input: a card that pays, one currency, no preview date.
    async (s) => ({
      subscriptionPriceId: await plans(s, 'usd'),
      subscriptionCardToken: ['pm_card_visa', 'pm_card_visa', 'pm_card_mastercard', ...cards],
      subscriptionCoupon: [null, null, coupon, 'nothing'],
      prorationDate: [null],
    }),
  ],
  [
    /SubscriptionProduct\/.*Product|CreatePrice|CreateFeature/,
    async (s) => {
      const products = await catalogue(s, 'products');
      return { id: products, subscriptionProductId: products };
    },
  ],
  [/SubscriptionProduct\/.*Price\//, async (s) => ({ id: await catalogue(s, 'prices') })],
  [/SubscriptionProduct\/.*Feature\//, async (s) => ({ id: await catalogue(s, 'features') })],
  [/^\/Transaction\//, async (s) => ({ id: await transactions(s) })],
  [/^\/Resource\//, async (s) => ({ id: await resources(s) })],
  [/^\/Mail\//, async (s) => ({ id: await failedMails(s) })],
  [/^\/ProviderEvent\//, async (s) => ({ id: await events(s) })],
  [
    /^\/Blog\//,
    async ({ product }) => ({
      slug: (await product.anyone.blog.getAll({ query: {} })).map(({ slug }) => slug),
    }),
  ],
];

/** Creates the records that a path needs, and returns the values of its fields. */
export async function supply(path: string, scene: Scene): Promise<Supplies> {
  const all: Supplies = {};
  for (const [on, one] of supplies) if (on.test(path)) Object.assign(all, await one(scene));
  return all;
}
