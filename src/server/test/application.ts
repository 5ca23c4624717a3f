import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import type { Api } from '#contract/api-client.ts';
import { BillingPeriod } from '#contract/periods.ts';
import type { SignInReply } from '#contract/users.ts';
import { createApplication, type Application } from '#server/app.ts';
import { readConfig, type Config } from '#server/config.ts';
import { ensureOperator } from '#server/identity/accounts/service/operator.ts';
import type { OpenDatabase } from '#server/platform/database/open.ts';
import { openTestDatabase, type TestDatabase } from '#server/platform/database/test/database.ts';
import { timed } from '#tools/kit/times.ts';
import { nameServer } from './name-server.ts';
import { startSecondInstance } from './second-instance.ts';

const operatorPassword = 'an operator of the tests';
export const memberPassword = 'a member of the tests';
const origin = 'http://pregao.test';
const settings = {
  DNS_SERVERS: nameServer.address,
  OPERATOR_PASSWORD: operatorPassword,
  LOG_LEVEL: 'silent',
  // All requests of tests come from one address at full speed.
  RATE_LIMITS: 'off',
};

/** Returns the settings of a test; hundreds of people register in the tests, so hashing is cheap. */
const testConfig = (variables: Record<string, string>): Config => ({
  ...readConfig({ ...settings, ...variables }),
  passwordCost: { memoryCost: 256, timeCost: 1 },
});

/** Whole product over a database of its own, with the payment sandbox and the mailbox. */
export type TestApplication = Application & { open: TestDatabase; anyone: Api };

/** Runs the work after the current test, or outside of one after the tests of the file or block. */
const afterTests = (work: () => Promise<void>) => {
  try {
    onTestFinished(work);
  } catch {
    afterAll(work);
  }
};

/**
 * Starts the product for a test, a block or a file and stops it afterwards. `INSTANCES: '1'` keeps it to one
 * process for tests of a single process, also when the run uses two.
 */
export async function testApplication(
  variables: Record<string, string> = {},
  logTo?: Config['logTo'],
): Promise<TestApplication> {
  const { product, remove } = await openTestApplication({ variables, logTo });
  afterTests(remove);
  return product;
}

let shared: Promise<TestApplication> | undefined;

/**
 * Returns the product that the files of this worker share, started by the first of them and ended with the
 * worker. For files that create organizations of their own and change nothing that all organizations
 * share: the catalog, the clock, faults, settings of the operator. Another file gets one of its own
 * (`testApplication`).
 */
export const sharedApplication = (): Promise<TestApplication> =>
  (shared ??= openTestApplication({}).then(({ product }) => product));

type TestApplicationOptions = {
  variables?: Record<string, string>;
  /** Settings that no variable sets. */
  bounds?: Partial<Pick<Config, 'webhookPlaces'>>;
  logTo?: Config['logTo'];
  /** Settings of PostgreSQL for the product's database. */
  postgres?: Record<string, string>;
};

/** Does the same for as long as the caller wants. */
export async function openTestApplication(options: TestApplicationOptions) {
  const { variables, bounds, logTo, postgres } = options;
  const seed = { name: 'started', populate: prepareTemplate };
  const { open, again, remove: removeDatabase } = await openTestDatabase(seed, postgres);
  const dataDir = await mkdtemp(join(tmpdir(), 'pregao-'));
  const config = { ...testConfig({ DATA_DIR: dataDir, ...variables }), ...bounds };
  const start = (over: OpenDatabase) =>
    createApplication({ ...config, ...(logTo && { logTo }) }, over, () => origin);
  const started = await timed('product', () => start({ ...open, database: open }));
  const partner =
    instancesOf(variables) === '2' ? await startSecondInstance(started, again, start) : null;
  const remove = async () => {
    await Promise.all([started.close(), partner?.close()]);
    await rm(dataDir, { recursive: true, force: true });
    await removeDatabase();
  };
  await ensureOperator(started.context);
  const product: TestApplication = { ...started, open, anyone: started.callerOf({}) };
  return { product, remove };
}

const instancesOf = (variables: Record<string, string> = {}) =>
  variables['INSTANCES'] ?? process.env['INSTANCES'];

/** Prepares a database like the first start: the queue, the default products, the operator. */
const prepareTemplate = async (open: OpenDatabase) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pregao-'));
  const config = testConfig({ DATA_DIR: dataDir });
  const product = await createApplication(config, open, () => origin);
  await ensureOperator(product.context);
  await product.close();
  await rm(dataDir, { recursive: true, force: true });
};

/** Signed-in user with an organization of their own. */
export type TestMember = SignInReply & {
  tenant: string;
  headers: Record<string, string>;
  api: Api;
};

/** Registers an organization on a plan, verifies its owner and signs in. */
export async function registerOwner(
  product: TestApplication,
  { plan = 'Pro', period = BillingPeriod.Yearly }: { plan?: string; period?: BillingPeriod } = {},
): Promise<TestMember> {
  const tag = randomUUID().slice(0, 8);
  const email = `owner-${tag}@example.com`;
  const { verifyToken = '' } = await product.anyone.accounts.register({
    body: {
      organization: `Organization ${tag}`,
      email,
      firstName: 'Ana',
      lastName: 'Souza',
      selectedSubscription: { subscriptionPriceId: await priceIdOf(product, plan, period) },
    },
  });
  const session = await product.anyone.accounts.verify({
    body: { email, token: verifyToken, password: memberPassword, passwordConfirm: memberPassword },
  });
  return toTestMember(product, session);
}

/** Returns a signed-in user with the caller and the headers of their default organization. */
export const toTestMember = (product: TestApplication, session: SignInReply): TestMember => {
  const tenant = session.user.currentTenant?.id ?? '';
  const headers = { authorization: `Bearer ${session.token}`, 'x-tenant-key': tenant };
  return { ...session, tenant, headers, api: product.callerOf(headers) };
};

/** Signs the operator in. */
export const signInOperator = async (product: TestApplication): Promise<TestMember> =>
  toTestMember(
    product,
    await product.anyone.accounts.login({
      body: { email: product.context.config.operator.email, password: operatorPassword },
    }),
  );

/** Returns the id of a price in US dollars. */
export async function priceIdOf(product: TestApplication, plan: string, period: BillingPeriod) {
  const products = await product.anyone.products.getAll();
  const prices = products.find(({ title }) => title === plan)?.prices ?? [];
  const inDollars = prices.filter(({ currency }) => currency === 'usd');
  const price = inDollars.find(({ billingPeriod }) => billingPeriod === period) ?? inDollars[0];
  if (!price) throw new Error(`No price of ${plan}`);
  return price.id;
}
