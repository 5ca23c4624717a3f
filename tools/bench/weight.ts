import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '#tools/files.ts';
import type { Claim } from './goals.ts';
import type { Section } from './section.ts';
import { ask, type Server } from './servers.ts';

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** The script that pages may make a browser load, in kB with gzip. */
const limits = { '/product': 15, '/blog': 15, '/pricing': 15, '/app/dashboard': 110 };

/** What pages make a browser load before they can run. */
export async function weighPages({ origin }: Server): Promise<Section> {
  const claims: Claim[] = [];
  const rows: Section['rows'] = [];
  for (const [path, limit] of Object.entries(limits)) {
    const { files, kilobytes: value } = await weigh(origin, path);
    rows.push([path, files, value]);
    claims.push({ goal: 'P11 script', what: `of ${path}, gzip`, value, limit, unit: 'kB' });
  }
  return { title: 'Script of pages', claims, head: ['page', 'files', 'kB with gzip'], rows };
}

/** Weighs every script that a page names, and all that those import before they can run. */
async function weigh(origin: string, path: string) {
  const { body, headers, status } = await ask(`${origin}${path}`, {
    'accept-encoding': 'identity',
  });
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  const named = `${body.toString()} ${String(headers['link'] ?? '')}`.matchAll(
    /\/(assets\/[\w.-]+\.js)\b/g,
  );
  const client = join(root, 'build/client');
  const manifest = JSON.parse(
    readFileSync(join(client, '.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const importsOf = new Map(
    Object.values(manifest).map(({ file, imports = [] }) => [
      file,
      imports.flatMap((key) => manifest[key]?.file ?? []),
    ]),
  );
  const files = new Set([...named].map(([, file = '']) => file));
  // A set that grows while it is walked: the files it gains are walked, too.
  for (const file of files) importsOf.get(file)?.forEach((imported) => files.add(imported));
  const sizes = [...files].map((file) => gzipSync(readFileSync(join(client, file))).length);
  return { files: files.size, kilobytes: sizes.reduce((total, size) => total + size, 0) / 1_000 };
}
