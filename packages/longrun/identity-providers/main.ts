/**
 * Signs people in and out through identity providers of Debian, SimpleSAMLphp and LemonLDAP::NG, with the metadata that
 * both sides publish: at the product and at the provider's portal, with encrypted assertions and a new key. `RECORD=1`
 * records before what they send, for `src/server/identity/sso/recorded.test.ts`.
 */
import { existsSync } from 'node:fs';
import type { Api } from '#contract/api-client.ts';
import { Failure } from '#contract/errors.ts';
import { generateSelfSigned } from '#server/identity/sso/service/saml/self-signed.ts';
import { callerAt } from '#tools/caller.ts';
import { startNameServer, type TestNameServer } from '#tools/kit/name-server.ts';
import { asMember, registerOrganization } from '#tools/kit/organizations.ts';
import { fail, figure, isWanted } from '#tools/kit/seed.ts';
import { startProduct } from '#tools/kit/servers.ts';
import { openPlainBrowser, type ProviderPage } from './browser.ts';
import { lemonFile, startLemon } from './lemon.ts';
import type { ProviderSettings, RealProvider, StartProvider } from './provider.ts';
import { recordProvider } from './record.ts';
import { simpleSamlFolder, startSimpleSaml } from './simplesaml.ts';

const lemonPackages =
  'liblemonldap-ng-portal-perl liblasso-perl libxml-simple-perl libio-string-perl';

/** Providers by the file that their package installs. */
const providers: Record<string, { file: string; packages: string; start: StartProvider }> = {
  SimpleSAMLphp: {
    file: simpleSamlFolder,
    packages: 'simplesamlphp php-cli php-xml php-mbstring',
    start: startSimpleSaml,
  },
  'LemonLDAP SAML': { file: lemonFile, packages: lemonPackages, start: startLemon('saml') },
  'LemonLDAP OpenID Connect': {
    file: lemonFile,
    packages: lemonPackages,
    start: startLemon('oidc'),
  },
};

let done = 0;

/** Prints a step and whether its result is the expected one. */
function expectStep(step: string, result: unknown, expected: unknown) {
  const isOk = JSON.stringify(result) === JSON.stringify(expected);
  console.log(`${isOk ? 'ok  ' : 'FAIL'} ${step}`);
  if (isOk) done += 1;
  else fail(`${step}: ${JSON.stringify(result)} instead of ${JSON.stringify(expected)}`);
}

/** Registers an organization with the domain of a provider. */
async function registerAt(origin: string, names: TestNameServer, name: string) {
  const products = await callerAt(origin).products.getAll();
  const price = products.find(({ title }) => title === 'Unlimited')?.prices[0]?.id ?? '';
  const selectedSubscription = { subscriptionPriceId: price };
  const owner = await registerOrganization(origin, name, { selectedSubscription });
  const api = callerAt(origin, owner.headers);
  const verify = async (domain: string) => {
    const { id, record } = await api.domains.add({ body: { domain } });
    names.records.set(record.name, [record.value]);
    await api.domains.verify({ params: { id } });
  };
  return { ...owner, api, verify };
}

type Scene = { origin: string; tenant: string; owner: Api; provider: RealProvider };

/** Returns functions of a person who signs in, in a browser of their own. */
function newPerson({ origin, tenant, owner, provider }: Scene) {
  const browser = openPlainBrowser(origin);
  const anyone = callerAt(origin);
  const answer = async (page: ProviderPage, flow: string | null, as: Api) => {
    const body = { organization: tenant, query: page.url.search.slice(1), flow: flow ?? '' };
    return as.sso.finish({ body }).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return null;
    });
  };
  const complete = async (page: ProviderPage) => {
    if (page.url.origin === origin) return { page, isAsked: false };
    return { page: await browser.submit(page, provider.credentials), isAsked: true };
  };
  let token = '';
  return {
    ...browser,
    /** Signs in; returns the outcome in the log, and whether the provider asked who it is. */
    signIn: async () => {
      const { url, flow } = await anyone.sso.start({ body: { organization: tenant } });
      const { page, isAsked } = await complete(await browser.visit(url ?? ''));
      const reply = await answer(page, flow, anyone);
      token = reply?.session?.token ?? '';
      const [event] = (await owner.sso.getEvents({})).items;
      return { outcome: event?.outcome, isAsked };
    },
    /** Signs in at the provider's portal; returns the path of the page at which the browser ends. */
    openTile: async (tile: string) => {
      const { url } = (await complete(await browser.visit(tile))).page;
      return `${url.pathname}${url.search}`;
    },
    test: async () => {
      const { url, flow } = await owner.sso.test();
      const { page } = await complete(await browser.visit(url ?? ''));
      return (await answer(page, flow, owner))?.test ?? null;
    },
    isSignedIn: () =>
      callerAt(origin, asMember(tenant, token))
        .users.getCurrent()
        .then(
          () => true,
          () => false,
        ),
    signOut: async () => {
      const reply = await callerAt(origin, asMember(tenant, token)).accounts.logout();
      return browser.visit(reply?.url ?? '');
    },
  };
}

/** Saves what the provider publishes now, tests it, and activates it. */
async function connect(scene: Scene, name: string) {
  const { owner, provider } = scene;
  const { metadata, connection } = provider;
  const found = metadata === null ? null : await owner.sso.readMetadata({ body: { metadata } });
  await owner.sso.update({ body: { ...connection, ...found } });
  const test = await newPerson(scene).test();
  expectStep(`${name}: test of what it publishes`, test?.outcome, 'tested');
  if (test?.outcome === 'tested') await owner.sso.activate();
}

/** Signs people in and out. */
async function tryProvider(name: string, scene: Scene) {
  const { provider, tenant } = scene;
  await connect(scene, name);
  const lia = newPerson(scene);
  expectStep(
    `${name}: sign-in${provider.metadata === null ? ' with userinfo' : ''}`,
    await lia.signIn(),
    { outcome: 'joined', isAsked: true },
  );
  const signed = await lia.signOut();
  expectStep(`${name}: sign-out here leads back`, signed.url.pathname, '/account/login');
  const again = await lia.signIn();
  expectStep(`${name}: and has ended its session`, again, { outcome: 'signedIn', isAsked: true });
  if (provider.signOut !== null) {
    await lia.visit(provider.signOut);
    expectStep(`${name}: sign-out there ends the session here`, await lia.isSignedIn(), false);
  }
  if (provider.portal === null) return;
  const visitor = newPerson(scene);
  const path = await visitor.openTile(provider.portal);
  expectStep(`${name}: a tile`, path, `/account/sso/${tenant}?from=provider`);
  const seamless = { outcome: 'signedIn', isAsked: false };
  expectStep(`${name}: begins our sign-in`, await visitor.signIn(), seamless);
}

/** Encrypts assertions, and replaces the key of the provider. */
async function changeProvider(name: string, scene: Scene, first: ProviderSettings) {
  const { provider } = scene;
  const expectSignIn = async (step: string, settings: ProviderSettings, expected = 'signedIn') => {
    await provider.change(settings);
    expectStep(`${name}: ${step}`, (await newPerson(scene).signIn()).outcome, expected);
  };
  const [key, next] = [await generateSelfSigned('second'), await generateSelfSigned('third')];
  const second = { ...first, key };
  if (provider.metadata === null) return expectSignIn('a new key', second);
  await expectSignIn('encrypted assertion', { ...first, encrypts: true });
  await expectSignIn('a new key is refused', second, 'signature');
  await connect(scene, `${name} with the new key`);
  await expectSignIn('and accepted once its metadata was read again', second);
  if (!provider.announcesKeys) return;
  await provider.change({ ...second, next });
  await connect(scene, `${name} announcing a key`);
  await expectSignIn('the former key', { ...second, next });
  await expectSignIn('the announced key', { ...second, key: next });
}

/** Tries each provider that is installed. */
async function tryAll() {
  await using stack = new AsyncDisposableStack();
  const names = await startNameServer();
  stack.defer(() => names.close());
  const { origin } = await startProduct(stack, { DNS_SERVERS: names.address });
  for (const [name, { file, packages, start }] of Object.entries(providers).filter(([name]) =>
    isWanted(name),
  )) {
    if (!existsSync(file)) {
      fail(`${name} is not installed: apt-get install --no-install-recommends ${packages}`);
      continue;
    }
    if (process.env['RECORD']) await recordProvider(name, start);
    const {
      tenant,
      api: owner,
      verify,
    } = await registerAt(origin, names, name.replaceAll(' ', '-'));
    const { addresses } = await owner.sso.get();
    const first = { key: await generateSelfSigned('first'), next: null, encrypts: false };
    const metadata = await fetch(addresses.samlEntity).then((reply) => reply.text());
    const provider = await start(stack, { addresses, metadata }, first);
    await verify(provider.domain);
    const scene = { origin: new URL(addresses.signIn).origin, tenant, owner, provider };
    await tryProvider(name, scene);
    await changeProvider(name, scene, first);
  }
}

await tryAll();
figure('identity-providers', `${done} steps`);
process.exit();
