import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#tools/files.ts';
import { freePort } from '#tools/kit/servers.ts';
import { test as base } from './fixtures.ts';
import { type ProductServer, startOne } from './server.ts';

/** Copies the product to a folder, with a build that may be changed. */
async function copyProduct(folder: string) {
  const parts = await readdir(root);
  for (const part of parts.filter((name) => name !== 'build')) {
    await symlink(join(root, part), join(folder, part));
  }
  await cp(join(root, 'build'), join(folder, 'build'), { recursive: true });
}

/** Gives every script and style of a build another name, and the build another version, as changed sources do. */
async function renameAssets(folder: string) {
  const assets = join(folder, 'build/client/assets');
  const names = (await readdir(assets)).filter((name) => /-[\w-]{7,8}\.(js|css)$/.test(name));
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
      const renamed = text.replaceAll(pattern, nextName);
      await writeFile(path, renamed.replaceAll(/("version":\s*")[\da-f]{8}"/g, '$1ffffffff"'));
    }
  }
  for (const name of names) await rename(join(assets, name), join(assets, nextName(name)));
}

const nextName = (name: string) => name.replace(/(.)\.(js|css)$/, '$1next.$2');

/** Server that can be replaced by one of a build whose files have other names. */
type DeployedServer = {
  deploy: () => Promise<void>;
} & ProductServer;

/** Playwright's `test` with a server that can be replaced by one of another build. */
export const test = base.extend<
  object,
  { deployed: DeployedServer; server: ProductServer; servesFile: string }
>({
  // Files that set another value have a server of their own: one is replaced once.
  servesFile: ['', { scope: 'worker', option: true }],
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
