import { randomUUID } from 'node:crypto';
import { FileType } from '#contract/entities/resources.ts';
import { currentTotpCode } from './factors.ts';
import { waitForMailedLink } from './members.ts';
import { createTenantRecords } from './tenant-records.ts';
import { apiClientAt, testPassword, defaultPriceId, type TestUser } from './users.ts';
import { withPayload } from './xss-fields.ts';

type Operator = Omit<TestUser, 'email'>;
type Mail = { html: string; links: string[] };
type XssOptions = {
  origin: string;
  operator: Operator;
  mailTo: (address: string) => Promise<Mail>;
  payload: string;
};

/** Organization in which every text is a payload. */
export type XssFixture = {
  payload: string;
  owner: TestUser;
  mails: Mail[];
  invoice: string;
  /** Samples for the parameters of addresses. */
  samples: Record<string, string>;
  /** Calls whose texts were filled. */
  calls: Set<string>;
  /** Removes what is shown to every organization. */
  clear: () => Promise<void>;
};

/** Puts a payload into every text that the contract takes, through its calls. */
export async function createXssFixture(given: XssOptions): Promise<XssFixture> {
  const calls = new Set<string>();
  const tag = ` ${randomUUID().slice(0, 8)}`;
  const plant = <T>(call: string, body: T, of = tag) => {
    calls.add(call);
    return withPayload(call, body, given.payload, of);
  };
  const owner = await createInjectedOwner(given, plant);
  const shown = await injectCatalogue(given, plant);
  const colleague = await injectOperator(given, plant);
  const of = await injectOrganization(owner, given, plant);
  await injectReasons(of, given, plant);
  const { id: userId } = await owner.api.users.getCurrent();
  const { api } = given.operator;
  const params = { userId };
  const acting = await api.accounts.impersonate({
    params,
    body: plant('accounts.impersonate', { reason: tag }),
  });
  await apiClientAt(given.origin, { token: acting.token, tenant: owner.tenant }).accounts.logout();
  const address = { country: 'BR', line1: 'L', line2: 'L', city: 'C', state: 'S', postalCode: 'P' };
  const on = { legalName: 'L', ...address, taxIds: [], invoiceEmails: [], purchaseOrder: 'P' };
  await owner.api.billing.updateDetails({ body: plant('billing.updateDetails', on) });
  const scopes: ['transactions:read'] = ['transactions:read'];
  const key = { name: 'N', role: 2, scopes, days: 30 } as const;
  await owner.api.apiKeys.create({ body: plant('apiKeys.create', key) });
  await injectSupport(owner, given, plant);
  const why = { atPeriodEnd: true, reason: 'other', comment: 'c' } as const;
  await owner.api.subscriptions.cancel({ body: plant('subscriptions.cancel', why) });
  const { invoices } = await owner.api.subscriptions.getCurrent();
  return {
    payload: given.payload,
    owner,
    mails: [await given.mailTo(owner.email), await given.mailTo(of.guest)],
    invoice: invoices[0]?.invoicePdf ?? '',
    samples: {
      ...of.samples,
      ...shown.samples,
      '/admin/users/:tenantId': `/admin/users/${owner.tenant}`,
      '/admin/tenants/:tenantId/support': `/admin/tenants/${owner.tenant}/support`,
    },
    calls,
    clear: async () => {
      await shown.clear();
      await api.operators.remove({ params: { id: colleague } });
    },
  };
}

type InjectPayload = <T>(call: string, body: T, tag?: string) => T;

const createInjectedOwner = async (
  { origin }: XssOptions,
  plant: InjectPayload,
): Promise<TestUser> => {
  const api = apiClientAt(origin);
  const email = `ana-${randomUUID().slice(0, 8)}@example.com`;
  const names = { organization: 'O', firstName: 'Ana', lastName: 'Souza', phone: '' };
  const price = { subscriptionPriceId: await defaultPriceId(origin, 'Unlimited') };
  const body = { ...names, email, selectedSubscription: price };
  const { verifyToken = '' } = await api.accounts.register({
    body: plant('accounts.register', body),
  });
  const proof = {
    email,
    token: verifyToken,
    password: testPassword,
    passwordConfirm: testPassword,
  };
  const { token, user } = await api.accounts.verify({ body: plant('accounts.verify', proof) });
  const as = { token, tenant: user.currentTenant?.id ?? '' };
  const own = apiClientAt(origin, as);
  await own.users.update({ params: { id: user.id }, body: plant('users.update', names) });
  return { email, ...as, api: own };
};

/** Adds an operator and returns their id. */
const injectOperator = async ({ operator, origin, mailTo }: XssOptions, plant: InjectPayload) => {
  const email = `bia-${randomUUID().slice(0, 8)}@example.com`;
  await operator.api.operators.invite({ body: { email, role: 'support' } });
  const [link = ''] = (await mailTo(email)).links;
  const names = { firstName: 'Bia', lastName: 'Reis' };
  const body = { ...names, password: testPassword, passwordConfirm: testPassword };
  const { user } = await apiClientAt(origin).operators.accept({
    params: { token: new URL(link).searchParams.get('i') ?? '' },
    body: plant('operators.accept', body),
  });
  return user.id;
};

/** Fills the reasons of an operator's changes; the last ones need an invoice that was paid. */
const injectSupport = async (
  { api, tenant }: TestUser,
  { origin, operator }: XssOptions,
  plant: InjectPayload,
) => {
  const { support } = operator.api;
  const params = { id: tenant };
  const reason = 'r';
  const names = { name: 'N', subdomain: '', domain: 'D', reason };
  await support.editTenant({ params, body: plant('support.editTenant', names) });
  await support.credit({ params, body: plant('support.credit', { amount: 1, reason }) });
  const until = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
  await support.extendTrial({ params, body: plant('support.extendTrial', { until, reason }) });
  const subscriptionPriceId = await defaultPriceId(origin, 'Unlimited');
  const other = await defaultPriceId(origin, 'Pro');
  const change = { subscriptionPriceId: other, amountDue: 0, reason };
  await support.changePlan({ params, body: plant('support.changePlan', change) });
  const grant = { subscriptionPriceId, until, reason };
  await support.grantPlan({ params, body: plant('support.grantPlan', grant) });
  await api.subscriptions.cancel({ body: {} });
  // Its payments are disputed with an inquiry, which allows refunds.
  const card = { number: '4000000000001976', expiryMonth: 12, expiryYear: 2060, cvc: '123' };
  const { id: subscriptionCardToken } = await api.subscriptions.createCardToken({ body: card });
  const taxLocation = { country: 'US', postalCode: 'P' } as const;
  const body = { subscriptionPriceId, subscriptionCardToken, taxLocation };
  const update = plant('subscriptions.update', body);
  const { invoices } = await api.subscriptions.update({ body: update });
  const invoiceId = invoices[0]?.id ?? '';
  await support.resendReceipt({
    params,
    body: plant('support.resendReceipt', { invoiceId, reason }),
  });
  const refund = { invoiceId, amount: 1, reason };
  await support.refund({ params, body: plant('support.refund', refund) });
  const { disputes } = await support.get({ params });
  const answer = { disputeId: disputes[0]?.id ?? '', explanation: 'e', reason };
  await support.answerDispute({ params, body: plant('support.answerDispute', answer) });
};

/** Fills the reasons of operators who help with second factors and suspend. */
const injectReasons = async (
  { session, second }: Awaited<ReturnType<typeof injectOrganization>>,
  { origin, operator: { api } }: XssOptions,
  plant: InjectPayload,
) => {
  const { factors } = apiClientAt(origin, session);
  const { setupKey } = await factors.startTotp();
  await factors.confirmTotp({ body: { code: currentTotpCode(setupKey) } });
  const { user } = session;
  const reason = 'r';
  await api.factors.removeOfUser({
    params: { userId: user },
    body: plant('factors.removeOfUser', { reason }),
  });
  await api.suspensions.suspendUser({
    params: { id: user },
    body: plant('suspensions.suspendUser', { reason }),
  });
  await api.suspensions.suspendTenant({
    params: { id: second },
    body: plant('suspensions.suspendTenant', { reason }),
  });
};

/** Fills what every organization sees: a product with its features, a resource. */
const injectCatalogue = async ({ operator: { api } }: XssOptions, plant: InjectPayload) => {
  const feature = { order: 1, key: 'k', value: 'v' };
  const price = { type: 1, billingPeriod: 3, price: 9, currency: 'usd' } as const;
  const draft = { tier: 1, title: 'T', active: true, prices: [price], features: [feature] };
  const { id } = await api.products.create({ body: plant('products.create', draft) });
  const body = { ...feature, subscriptionProductId: id };
  const added = await api.products.createFeature({ body: plant('products.createFeature', body) });
  await api.products.updateFeature({
    params: { id: added.id },
    body: plant('products.updateFeature', feature),
  });
  const { prices } = await api.products.update({
    params: { id },
    body: plant('products.update', { tier: 1, title: 'T', active: true }),
  });
  const about = { title: 'R', type: FileType.Txt, tiers: [], roles: [] };
  const resource = await api.resources.create({ body: plant('resources.create', about) });
  await api.resources.update({
    params: { id: resource.id },
    body: plant('resources.update', about),
  });
  const { version } = await api.legal.getOfAll({ params: { kind: 'terms' } });
  const terms = { kind: 'terms', language: 'en-US', text: 'T', basedOn: version } as const;
  await api.legal.create({ body: plant('legal.create', terms) });
  const announcement = await injectAnnouncement(api, plant);
  const base = '/admin/products';
  const samples = {
    [`${base}/:id`]: `${base}/${id}`,
    [`${base}/:id/edit`]: `${base}/${id}/edit`,
    [`${base}/:id/prices/new`]: `${base}/${id}/prices/new`,
    [`${base}/:id/prices/new/:currency`]: `${base}/${id}/prices/new/brl`,
    [`${base}/:id/features/new`]: `${base}/${id}/features/new`,
    [`${base}/:id/features/:featureId/edit`]: `${base}/${id}/features/${added.id}/edit`,
    [`${base}/prices/:id/edit`]: `${base}/prices/${prices[0]?.id}/edit`,
    '/admin/resources/:id/edit': `/admin/resources/${resource.id}/edit`,
    '/admin/announcements/:id': `/admin/announcements/${announcement.id}`,
  };
  const clear = async () => {
    await api.products.remove({ params: { id } });
    await api.resources.remove({ params: { id: resource.id } });
    await api.announcements.remove({ params: { id: announcement.id } });
  };
  return { samples, clear };
};

/** Announces a text in all languages to every organization. */
const injectAnnouncement = async (api: Operator['api'], plant: InjectPayload) => {
  const text = { title: 'T', text: 'T', link: '/app/settings' };
  const texts = { 'pt-BR': text, 'en-US': text, 'es-MX': text, 'hi-IN': text };
  const startsAt = new Date().toISOString();
  const body = { severity: 'warning', texts, startsAt } as const;
  const { id } = await api.announcements.create({ body: plant('announcements.create', body) });
  return api.announcements.update({
    params: { id },
    body: plant('announcements.update', body),
  });
};

/** Fills the organization: its name, records, members, a second organization. */
const injectOrganization = async (
  owner: TestUser,
  { origin, mailTo }: XssOptions,
  plant: InjectPayload,
) => {
  const { api, tenant } = owner;
  const look = { name: 'O', appTheme: 'dark', appColor: 'red' } as const;
  await api.tenants.update({ params: { id: tenant }, body: plant('tenants.update', look) });
  const records = await createTenantRecords(api, plant);
  const guest = `bia-${owner.email}`;
  const names = { firstName: 'B', lastName: 'L', phone: '' };
  const member = await api.invitations.invite({
    body: plant('invitations.invite', { ...names, email: guest, role: 3 as const }),
  });
  const invited = new URL(await waitForMailedLink(mailTo, guest, '/invitation?i='));
  const accepted = await apiClientAt(origin).invitations.accept({
    params: { token: invited.searchParams.get('i') ?? '' },
    body: plant('invitations.accept', {
      email: guest,
      password: testPassword,
      passwordConfirm: testPassword,
    }),
  });
  await api.members.update({
    params: { id: member.id },
    body: plant('members.update', { ...names, role: 2 as const }),
  });
  const pending = { ...names, email: `caio-${owner.email}`, role: 3 as const };
  await api.invitations.invite({ body: plant('invitations.invite', pending) });
  const many = { addresses: ['A'], role: 3 as const };
  await api.invitations.inviteMany({ body: plant('invitations.inviteMany', many) });
  const { link } = await api.invitations.updateSettings({
    body: { enableLink: true, enablePublicUrl: false, requireAcceptance: true },
  });
  const asked = { ...names, email: `davi-${owner.email}`, password: testPassword };
  await apiClientAt(origin).invitations.requestAccess({
    params: { token: link },
    body: plant('invitations.requestAccess', { ...asked, passwordConfirm: testPassword }),
  });
  const selectedSubscription = { subscriptionPriceId: await defaultPriceId(origin, 'Starter') };
  const other = { name: 'O', selectedSubscription };
  const created = await api.tenants.create({
    body: plant('tenants.create', other, ` ${randomUUID().slice(0, 8)}`),
  });
  const portal = new URL((await api.subscriptions.createPortalSession()).url).pathname;
  const samples = {
    '/invite/:link': `/invite/${link}`,
    '/sandbox/payments/portal/:session': portal,
    '/sandbox/payments/invoices/:id': '/sandbox/payments/invoices/in_unknown',
    ...records,
    '/app/settings/organization/members/edit/:id': `/app/settings/organization/members/edit/${member.id}`,
  };
  const second = created.user.currentTenant?.id ?? '';
  const session = { token: accepted.token, tenant, user: accepted.user.id };
  return { guest, session, second, samples };
};
