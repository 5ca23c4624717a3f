import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Config } from '@react-router/dev/config';
import { drawPictures } from '#tools/pictures.ts';
import { writeReference } from '#tools/reference.ts';

const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Writes `x.br` and `x.gz` beside every text file: the server never compresses an asset itself. */
async function precompress(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && /\.(js|css|svg|webmanifest)$/.test(entry.name),
  );
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    const content = await readFile(file);
    for (const [ending, compress] of Object.entries(compressors)) {
      await writeFile(`${file}.${ending}`, await compress(content));
    }
  }
}

type PageList = {
  entry: { imports: string[] };
  routes: Record<string, { imports?: string[]; css?: string[] }>;
};

/**
 * Leaves out of the list of all pages what a browser never reads: the files that a page imports, which
 * its own file names again, the style sheets of the root, and what is false.
 */
async function shortenPageList(folder: string) {
  const start = 'window.__reactRouterManifest=';
  for (const name of await readdir(join(folder, 'assets'))) {
    if (!name.startsWith('manifest-')) continue;
    const file = join(folder, 'assets', name);
    const code = await readFile(file, 'utf8');
    if (!code.startsWith(start)) continue;
    const list = JSON.parse(code.slice(start.length).replace(/;$/, '')) as PageList;
    const { root, ...pages } = list.routes;
    for (const page of Object.values(list.routes)) delete page.imports;
    for (const page of Object.values(pages)) {
      if (page.css?.every((sheet) => root?.css?.includes(sheet))) delete page.css;
    }
    list.entry.imports = [];
    const short = JSON.stringify(list, (_key, value: unknown) => value || undefined);
    await writeFile(file, `${start}${short};`);
  }
}

export default {
  appDirectory: 'src/web',
  // A page is one file: its parts are needed together.
  splitRouteModules: false,
  // One file knows every page: no request for what lies behind a link.
  routeDiscovery: { mode: 'initial' },
  buildEnd: async ({ reactRouterConfig }) => {
    const client = join(reactRouterConfig.buildDirectory, 'client');
    await drawPictures(client);
    await shortenPageList(client);
    await precompress(client);
    await writeReference(join(reactRouterConfig.buildDirectory, 'reference'));
  },
} satisfies Config;
