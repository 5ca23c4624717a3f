import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './files.ts';

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** Returns the size of files with gzip, in kB. */
const compressed = (paths: string[]) =>
  paths.reduce((total, path) => total + gzipSync(readFileSync(path)).length, 0) / 1_000;

/** Response of a page: body and `Link` header. */
type Answer = { body: string; link: unknown };

/** Measures every script that a page names, with its static imports. */
export function weighScript({ body, link }: Answer) {
  const named = `${body} ${String(link ?? '')}`.matchAll(/\/(assets\/[\w.-]+\.js)\b/g);
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
  // Iterating a set includes the elements added meanwhile.
  for (const file of files) importsOf.get(file)?.forEach((imported) => files.add(imported));
  return { files: files.size, kilobytes: compressed([...files].map((file) => join(client, file))) };
}
