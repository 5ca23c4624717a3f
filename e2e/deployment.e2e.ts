import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '#e2e/support/fixtures.ts';
import { type ProductServer, startOne } from '#e2e/support/server.ts';
import { createVerifiedOwner, restoreSession } from '#e2e/support/users.ts';
import { root } from '#tools/files.ts';
import { freePort } from '#tools/kit/servers.ts';

/** Copies the product to a folder, with a build that may be changed. */
async function copyProduct(folder: string) {
  const parts = await readdir(root);
  for (const part of parts.filter((name) => name !== 'build')) {
    await symlink(join(root, part), join(folder, part));
  }
  await cp(join(root, 'build'), join(folder, 'build'), { recursive: true });
}

/** Gives every script and style of a build another name, as a build of changed sources has. */
async function renameAssets(folder: string) {
  const assets = join(folder, 'build/client/assets');
  const names = (await readdir(assets)).filter((name) => /-[\w-]{8}\.(js|css)$/.test(name));
  const pattern = new RegExp(
    names.map((name) => name.replaceAll('.', String.raw`\.`)).join('|'),
    'g',
  );
  const files = await readdir(join(folder, 'build'), { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name);
    if (/\.(br|gz)$/.test(file.name)) await rm(path);
    else if (/\.(js|css|json|html)$/.test(file.name)) {
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replaceAll(pattern, nextName));
    }
  }
  for (const name of names) await rename(join(assets, name), join(assets, nextName(name)));
}

const nextName = (name: string) => name.replace(/(.)\.(js|css)$/, '$1next.$2');

/** Server that can be replaced by one of a build whose files have other names. */
interface DeployedServer extends ProductServer {
  deploy: () => Promise<void>;
}

const test = base.extend<object, { deployed: DeployedServer; server: ProductServer }>({
  server: [({ deployed }, use) => use(deployed), { scope: 'worker' }],
  deployed: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- a fixture of Playwright that needs no other
    async ({}, use) => {
      await using stack = new AsyncDisposableStack();
      const folder = await mkdtemp(join(tmpdir(), 'pregao-deployment-'));
      stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
      await copyProduct(folder);
      const settings = { PORT: String(await freePort()), DATA_DIR: join(folder, 'data') };
      const first = await startOne(settings, [], folder);
      stack.defer(first.stop);
      const deploy = async () => {
        await first.stop();
        await renameAssets(folder);
        stack.defer((await startOne(settings, [], folder)).stop);
      };
      await use({ ...first, deploy });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('a page that was opened before a deployment continues to work (R-APP-15)', async ({
  page,
  deployed,
}) => {
  await restoreSession(page, await createVerifiedOwner(deployed.url, 'Pro'));
  // Loaded in advance, after the page.
  const dialogs = page.waitForResponse(/\/assets\/dialog-view/);
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { name: 'Painel', level: 1 })).toBeVisible();
  await (await dialogs).finished();
  await page.waitForLoadState('networkidle');
  await deployed.deploy();
  const assets: [name: string, status: number][] = [];
  page.on('response', (response) => {
    const name = /\/assets\/([^/]+\.js)$/.exec(response.url())?.[1];
    if (name) assets.push([name, response.status()]);
  });
  await page.getByRole('link', { name: 'Transações', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Transações', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Nova transação' }).first().click();
  await expect(page.getByLabel('Descrição')).toBeVisible();
  expect(assets.length).toBeGreaterThan(0);
  expect(assets.filter(([name, status]) => status !== 200 || name.includes('next'))).toEqual([]);

  assets.length = 0;
  await page.reload();
  await expect(page.getByLabel('Descrição')).toBeVisible();
  expect(assets.filter(([name, status]) => status !== 200 || !name.includes('next'))).toEqual([]);
});
