import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/files.ts';
import { compressed, weighScript } from '#tools/page-script.ts';
import type { Claim } from './goals.ts';
import type { Section } from './section.ts';
import { ask, type Server } from './servers.ts';

/** Limits for the script that a page loads, in kB with gzip. */
const limits = { '/product': 15, '/blog': 15, '/pricing': 15, '/app/dashboard': 110 };

/** Measures the script that pages load before they can run. */
export async function weighPages({ origin }: Server): Promise<Section> {
  const claims: Claim[] = [];
  const rows: Section['rows'] = [];
  for (const [path, limit] of Object.entries(limits)) {
    const { files, kilobytes: value } = await weigh(origin, path);
    rows.push([path, files, value]);
    claims.push({ goal: 'P11 script', what: `of ${path}, gzip`, value, limit, unit: 'kB' });
  }
  rows.push(...builds());
  return {
    title: 'Script of pages, and builds',
    claims,
    head: ['what', 'files', 'kB with gzip'],
    rows,
  };
}

/** Returns the sizes of the builds: files for browsers, and the server's code for pages. */
const builds = () =>
  [
    { what: 'all script', folder: 'build/client', ending: '.js' },
    { what: 'all styles', folder: 'build/client', ending: '.css' },
    { what: 'all of the server', folder: 'build/server', ending: '.js' },
  ].map(({ what, folder, ending }) => {
    const built = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    const files = built.filter((path) => path.endsWith(ending));
    return [what, files.length, compressed(files.map((path) => join(root, folder, path)))];
  });

/** Measures the script of one page. */
async function weigh(origin: string, path: string) {
  const { body, headers, status } = await ask(`${origin}${path}`, {
    'accept-encoding': 'identity',
  });
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return weighScript({ body: body.toString(), link: headers['link'] });
}
