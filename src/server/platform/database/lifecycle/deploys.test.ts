import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createApplication } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { ensureOperator } from '#server/identity/accounts/service/operator.ts';
import { connectDatabase } from '#server/platform/database/open.ts';
import {
  withConnection,
  databaseUrl,
  dropTestDatabases,
} from '#server/platform/database/test/cluster.ts';
import { withSchemaLock, migrate, readMigrations } from './migrate.ts';

const { adminUrl, template } = inject('testCluster');

/** Creates an empty database. */
async function emptyDatabase() {
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await withConnection(adminUrl, (admin) => admin.query(`create database ${name}`));
  onTestFinished(() => dropTestDatabases({ adminUrl, template: name }));
  return databaseUrl(adminUrl, name);
}

/** Starts a process the way `main.ts` does. */
async function start(url: string, dataDir: string) {
  const open = await connectDatabase(url, { allowDataLoss: true });
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' });
  const product = await createApplication(config, open, () => 'http://pregao.test');
  const operator = await ensureOperator(product.context);
  onTestFinished(async () => {
    await product.close();
    await open.close();
  });
  return { ...product, ...open, operator };
}

test('concurrent starts, one of an older release, set up everything once (R-REL-06)', async () => {
  const url = await emptyDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'pregao-deploys-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const names = readMigrations().map(({ name }) => name);
  const older = withConnection(url, (client) =>
    withSchemaLock(client, () => migrate(client, { through: names.at(-4) ?? '' })),
  );
  const [one, other] = await Promise.all([start(url, dataDir), start(url, dataDir), older]);

  const { rows: applied } = await one.owner.query('select name from app.migrations order by name');
  expect(applied).toEqual(names.map((name) => ({ name })));
  const { rows: made } = await one.owner.query(
    `select (select count(*) from users) as people,
       (select count(*) from subscription_products) as products,
       (select count(distinct title) from subscription_products) as titles`,
  );
  expect(made).toEqual([{ people: 1, products: 3, titles: 3 }]);
  const sandbox = await one.app.inject({ url: '/sandbox/payments.json' });
  expect(sandbox.json<{ products: object[] }>().products).toHaveLength(3);
  // One of them generated the password (R-OPR-07); both know the account.
  expect([one.operator, other.operator].filter(({ password }) => password)).toHaveLength(1);
  for (const { callerOf } of [one, other]) {
    expect(await callerOf({}).products.getAll()).toHaveLength(3);
  }
});
