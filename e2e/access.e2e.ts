import type { Page } from '@playwright/test';
import { Role } from '#contract/access.ts';
import type { SubscriptionProduct } from '#contract/products.ts';
import { FileType } from '#contract/resources.ts';
import { addressesOf } from './addresses.ts';
import { bringAxe, colorRules, findings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { enterAsOperator } from './operator.ts';
import { enroll, enter } from './people.ts';

// A record of every step would cost more than the steps.
test.use({ trace: 'off' });

/** What React Router leaves in a page: the way to another one without a reload. */
type Routed = { __reactRouterDataRouter: { navigate: (path: string) => Promise<void> } };

/** An address that a page has: optional parts are left out, the others have a sample. */
const filled = (address: string, samples: Record<string, string>) => {
  const short = address.replaceAll(/\/:\w+\?/g, '');
  if (!short.includes('/:')) return short;
  const sample = samples[short];
  if (!sample) throw new Error(`Which address stands for ${short}? Give this test a sample.`);
  return sample;
};

/** Goes to an address; inside the app without a reload, as its people do. */
const go = async (page: Page, address: string) => {
  if (/^\/(app|admin)\b/.test(address)) {
    // The first page may still be coming to life.
    await page.waitForFunction(() => '__reactRouterDataRouter' in window);
    await page.evaluate((path) => {
      const { __reactRouterDataRouter: router } = window as unknown as Routed;
      return router.navigate(path);
    }, address);
  } else await page.goto(address);
  // What the address shows is drawn a moment later, and begins with its skeleton.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await isDrawn(page);
  await bringAxe(page);
};

const isDrawn = (page: Page) =>
  expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0);

/** What axe finds on the page as it is now, in dark and in light. */
const judge = async (page: Page) => [
  ...(await findings(page, [{ theme: 'dark' }])),
  ...(await findings(page, [{ theme: 'light' }], { rules: colorRules })),
];

/** Opens every address and returns what axe finds there, in dark and in light. */
const walk = async (
  page: Page,
  addresses: readonly string[],
  samples: Record<string, string> = {},
) => {
  const seen = new Set<string>();
  const found: string[] = [];
  for (const address of addresses) {
    await go(page, filled(address, samples));
    const { pathname, search } = new URL(page.url());
    if (seen.has(pathname + search)) continue;
    seen.add(pathname + search);
    let lines = await judge(page);
    // A page that began to load only while it was judged is judged as it is then.
    if (lines.length > 0) {
      await isDrawn(page);
      lines = await judge(page);
    }
    found.push(...lines.map((line) => `${pathname}: ${line}`));
  }
  return found;
};

/** An organization with one of everything; what addresses with a parameter lead to in it. */
const furnished = async (origin: string) => {
  const owner = await enroll(origin, 'Unlimited');
  const { api } = owner;
  const guest = { email: `bia-${owner.email}`, firstName: 'Bia', lastName: 'Lima' };
  const transaction = await api.transactions.create({
    body: { description: 'PETR4', quantity: 2, price: 1.5, date: '2026-03-01' },
  });
  const member = await api.invitations.invite({ body: { ...guest, role: 3 } });
  const { link } = await api.invitations.updateSettings({
    body: { enableLink: true, enablePublicUrl: false, requireAcceptance: true },
  });
  const portal = await api.subscriptions.createPortalSession();
  const samples = {
    '/blog/:slug': '/blog/backtest-honesto',
    '/invite/:link': `/invite/${link}`,
    '/sandbox/payments/portal/:session': new URL(portal.url).pathname,
    '/app/transactions/:id/edit': `/app/transactions/${transaction.id}/edit`,
    '/app/transactions2/:id/edit': `/app/transactions2/${transaction.id}/edit`,
    '/app/settings/organization/members/edit/:id': `/app/settings/organization/members/edit/${member.id}`,
  };
  return { owner, guest, samples };
};

/** What the operator's addresses with a product, a price or a feature lead to. */
const productSamples = ([product]: SubscriptionProduct[]) => {
  const [base, of] = ['/admin/products', `/admin/products/${product?.id}`];
  return {
    [`${base}/:id`]: of,
    [`${base}/:id/edit`]: `${of}/edit`,
    [`${base}/:id/prices/new`]: `${of}/prices/new`,
    [`${base}/:id/features/new`]: `${of}/features/new`,
    [`${base}/:id/features/:featureId/edit`]: `${of}/features/${product?.features[0]?.id}/edit`,
    [`${base}/prices/:id/edit`]: `${base}/prices/${product?.prices[0]?.id}/edit`,
  };
};

test.describe('axe finds nothing (WCAG 2.2 AA), dark and light,', () => {
  test.describe.configure({ timeout: 300_000 });

  test('on the pages of a visitor, and on those that mails lead to', async ({
    page,
    server,
    mailTo,
  }) => {
    const { owner, guest, samples } = await furnished(server.url);
    await owner.api.accounts.reset({ params: { email: owner.email } });
    const mails = [await mailTo(guest.email), await mailTo(owner.email)];
    const mailed = mails.flatMap(({ links }) => links.slice(0, 1));
    expect(mailed).toHaveLength(2);
    expect(await walk(page, await addressesOf(page, /^\/(?!app|admin)/), samples)).toEqual([]);
    expect(await walk(page, mailed)).toEqual([]);
  });

  test('on the pages of an owner with Unlimited', async ({ page, server }) => {
    const { owner, samples } = await furnished(server.url);
    await enter(page, owner);
    expect(await walk(page, await addressesOf(page, /^\/app/), samples)).toEqual([]);
  });

  test('on the pages of an owner with Starter', async ({ page, server }) => {
    const { samples } = await furnished(server.url);
    await enter(page, await enroll(server.url, 'Starter'));
    expect(await walk(page, await addressesOf(page, /^\/app/), samples)).toEqual([]);
  });

  test('on the pages of the operator', async ({ page, server }) => {
    const { tenant, api } = await enterAsOperator(page, server);
    const body = { title: 'Robô', type: FileType.Zip, tiers: [2], roles: [Role.Member] };
    const resource = await api.resources.create({ body });
    const samples = {
      '/admin/users/:tenantId': `/admin/users/${tenant}`,
      '/admin/resources/:id/edit': `/admin/resources/${resource.id}/edit`,
      ...productSamples(await api.products.getAll()),
    };
    expect(await walk(page, await addressesOf(page, /^\/admin/), samples)).toEqual([]);
  });
});
