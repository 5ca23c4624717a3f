import { afterAll, describe, expect, test } from 'vitest';
import { failureFromProblem } from '#contract/errors.ts';
import { allTexts } from '#locales/translate.ts';
import { allEndpoints, callEndpoint } from '#server/platform/http/test/endpoints.ts';
import { testApplication } from '#server/test/application.ts';
import { loadWeb } from '#tools/pages/test/browser.ts';
import { createPeople, entityOf, pathFor, type Person } from '#tools/pages/test/people.ts';
import { openScreens, type PageVisit } from '#tools/pages/test/screens.ts';

/**
 * Opens every page of the app and the portal as every kind of person, and compares what the page allows with what the
 * server answers to its calls (R-APP-16).
 */
const product = await testApplication();
const { customers, operators } = await createPeople(product);
const { open, addresses, close } = await openScreens(product);
afterAll(close);

const texts = allTexts['en-US'];

type AdminEntry = { to: string; writes?: string };
const { adminEntries } = await loadWeb<{ adminEntries: AdminEntry[] }>('layouts/admin-menu.ts');

type SettingsEntry = { to: string; settings?: { at: string }[] };
const { settingsEntries } = await loadWeb<{ settingsEntries: SettingsEntry[] }>(
  'layouts/settings-menu.ts',
);

/** Calls that pages exist to make, besides what they read and besides the forms of entities. */
const writes: Record<string, string> = {
  '/app/transactions/import': 'imports.create',
  '/app/settings/organization/general': 'tenants.update',
  '/app/settings/organization/members/new': 'invitations.invite',
  '/app/settings/organization/members/edit/:id': 'members.update',
  '/app/settings/organization/subscription': 'subscriptions.update',
  '/app/settings/organization/subscription/billing': 'billing.updateDetails',
  '/app/settings/organization/security': 'policies.update',
  '/app/settings/organization/sso': 'sso.update',
  '/app/settings/organization/api-keys': 'apiKeys.create',
  '/app/settings/organization/data': 'archives.create',
  '/app/settings/organization/webhooks': 'webhooks.create',
};

/** Returns the name of the call that a page exists to make; undefined for one that only reads. */
const writeOf = (address: string) => {
  const form = /^\/app\/[\w-]+\/(new|:id\/(?:edit|form))$/.exec(address)?.[1];
  if (form && address !== '/app/organizations/new')
    return `${entityOf(address)}.${form === 'new' ? 'create' : 'update'}`;
  if (!/^\/admin\/.*\/(new|edit)$/.test(address)) return writes[address];
  const entry = adminEntries.find(({ to }) => address.startsWith(`${to}/`));
  return entry?.writes?.replace('/', '.');
};

/** Makes a call without a valid body; returns the code of its refusal. */
const refusalOf = async (name: string, { headers }: Person) => {
  const endpoint = allEndpoints.find((candidate) => candidate.name === name);
  if (!endpoint) throw new Error(`No call ${name}`);
  const answer = await callEndpoint(product, endpoint, headers);
  return answer.statusCode === 403 ? failureFromProblem(answer.json()).code : null;
};

const isRefused = ({ at, html }: PageVisit) =>
  /^\/(account|app\/unauthorized\?)/.test(at) || html.includes(texts.operators.refused);

const refuses = (answer: string) => answer.startsWith('403');

/** Panels are rendered in browsers only. */
const isPanel = (address: string) => /\/(new|edit|form)(\/|$)/.test(address);

/** Refusals that don't depend on the person's role or plan. */
const notOfRights = ['access.stepUpRequired', 'billing.readOnly', null];

/** Returns the pages that a screen links to. */
const linksOf = ({ html }: PageVisit) =>
  [...html.matchAll(/href="([^"?#]*)/g)].map(([, to = '']) => to);

/** Returns where a page and the server disagree about a person, as sentences. */
const disagreements = async (person: Person, address: string, screen: PageVisit) => {
  const path = pathFor(person, address);
  const write = writeOf(address);
  const refusal = write ? await refusalOf(write, person) : null;
  const mayWrite = notOfRights.includes(refusal);
  if (!isRefused(screen)) {
    const refused = screen.answers.filter((answer) => !answer.startsWith('2'));
    return [
      ...refused.map((answer) => `${address} is shown, but ${answer}`),
      ...screen.errors.map((error) => `${address} fails: ${error}`),
      ...(mayWrite ? [] : [`${address} is shown, but ${write}: ${refusal}`]),
      ...(refusal === 'billing.readOnly' &&
      !isPanel(address) &&
      !screen.html.includes(texts.app.overdue.title)
        ? [`${address} does not say that the organization is read-only`]
        : []),
    ];
  }
  if (screen.at === '/account/suspended') return [];
  const { answers } = await open(person, path, { guarded: false, framed: false });
  // A page without calls decides alone.
  const hasCalls = answers.length > 0 || write;
  return hasCalls && mayWrite && !answers.some(refuses)
    ? [`${address} is refused, but its calls are answered`]
    : [];
};

/** Returns all disagreements of the pages of an area. */
const findAll = async (person: Person, area: string) => {
  const found: string[] = [];
  const refused = new Set<string>();
  const links: { from: string; to: string }[] = [];
  for (const address of addresses.filter((address) => address.startsWith(area))) {
    const path = pathFor(person, address);
    // Menu and banners are the same on every page.
    const framed = address === '/app/dashboard';
    const screen = await open(person, path, { guarded: true, framed });
    found.push(...(await disagreements(person, address, screen)));
    if (screen.at === '/account/suspended') continue;
    if (isRefused(screen)) refused.add(path);
    // Locked entries of the menu lead to the reason, as those of the page on permissions do.
    else if (!framed && !path.startsWith('/app/permissions'))
      links.push(...linksOf(screen).map((to) => ({ from: address, to })));
  }
  const closed = links.filter(({ to }) => refused.has(to));
  return [...found, ...closed.map(({ from, to }) => `${from} links to ${to}, which is refused`)];
};

const look = { guarded: true, framed: false };
const roundtrip = { timeout: 120_000 };

describe('Every page of the app shows what its calls answer (R-APP-16)', () => {
  test.each(customers)('to %s', roundtrip, async (_who, create) => {
    const person = await create();
    expect(await findAll(person, '/app')).toEqual([]);
  });
});

describe('Every page of the portal shows what its calls answer (R-APP-16)', () => {
  test.each(operators)('to %s', roundtrip, async (_role, create) => {
    expect(await findAll(await create(), '/admin')).toEqual([]);
  });
});

/** Returns the addresses above a page, besides the home page. */
const ancestorsOf = (address: string) =>
  addresses.filter(
    (above) => address.startsWith(`${above}/`) && !/^\/(app|admin)(\/dashboard)?$/.test(above),
  );

test('The breadcrumb of a page leads to each page above it (R-APP-04)', roundtrip, async () => {
  const operator = await customers[0]?.[1]();
  if (!operator) throw new Error('Missing operator');
  const missing: string[] = [];
  for (const address of addresses.filter((address) => !isPanel(address))) {
    const above = ancestorsOf(address);
    if (above.length === 0) continue;
    const path = pathFor(operator, address);
    const { html } = await open(operator, path, { guarded: true, framed: true });
    const crumbs = html
      .split(`aria-label="${texts.common.menu.breadcrumb}"`)[1]
      ?.split('</nav>')[0];
    for (const page of above.filter((page) => !crumbs?.includes(`href="${page}"`))) {
      const { at } = await open(operator, page, { guarded: true, framed: false });
      // Its first page stands in for one that only redirects.
      if (at !== path) missing.push(`${address}: ${page}`);
    }
  }
  expect(missing).toEqual([]);
});

test('Each setting that the palette names is on its page (R-PAL-08)', roundtrip, async () => {
  const owner = await customers.find(([name]) => name === 'an owner on Unlimited')?.[1]();
  if (!owner) throw new Error('Missing owner');
  const missing: string[] = [];
  for (const { to, settings = [] } of settingsEntries) {
    const [path = '', section] = to.split('#');
    const named = [...settings.map(({ at }) => at), ...(section ? [section] : [])];
    if (named.length === 0) continue;
    const { html } = await open(owner, path, look);
    const absent = named.filter((at) => !new RegExp(` (name|id)="${at}"`).test(html));
    missing.push(...absent.map((at) => `${path}#${at}`));
  }
  expect(missing).toEqual([]);
});

test.each([
  ['an admin', true],
  ['an owner on Starter', true],
  ['a member', false],
])('Only people who may invite are offered it: %s (R-MEM-02)', async (who, isOffered) => {
  const person = await customers.find(([name]) => name === who)?.[1]();
  if (!person) throw new Error(`No ${who}`);
  const { html } = await open(person, '/app/settings/organization/members', look);
  expect(html.includes(texts.app.menu.inviteMember)).toBe(isOffered);
  expect(html.includes(texts.members.ask.split('{{names}}').at(-1) ?? '')).toBe(!isOffered);
});

describe('The operator’s own organization (R-ORG-10)', async () => {
  const operator = await customers[0]?.[1]();
  const show = async (path: string, look = { guarded: true, framed: false }) => {
    if (!operator) throw new Error('Missing operator');
    return open(operator, path, look);
  };

  test('is named by what it has instead of a plan, in the switcher and on a page', async () => {
    const switcher = await show('/app/standard', { guarded: true, framed: true });
    const page = await show('/app/permissions');
    for (const { html } of [switcher, page]) {
      expect(html).toContain(texts.app.everything);
      expect(html).not.toContain(texts.app.noPlan);
    }
  });

  test.each(['', '/billing'])('has no subscription, and its page says so: %s', async (page) => {
    const { html } = await show(`/app/settings/organization/subscription${page}`);
    expect(html).toContain(texts.subscription.adminTenant);
  });

  test.each(['tier=2', 'tier=3', 'role=0', 'tier=9&role=1'])(
    'leaves the address of a refusal that does not hold: %s',
    async (query) => {
      expect((await show(`/app/unauthorized?${query}`)).at).toBe('/app/dashboard');
    },
  );
});
