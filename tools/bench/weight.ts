import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '#tools/files.ts';
import { ask } from './servers.ts';

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** The script that a page makes a browser load. */
export interface Weight {
  path: string;
  files: number;
  /** Compressed with gzip, in bytes. */
  gzip: number;
}

/** Weighs every script that a page names, and all that those import before they can run. */
export async function weigh(origin: string, path: string): Promise<Weight> {
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
  return { path, files: files.size, gzip: sizes.reduce((total, size) => total + size, 0) };
}
