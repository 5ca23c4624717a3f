import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { locales } from '#locales/locales.ts';
import { compressors } from '#server/platform/http/pages/cache.ts';
import { root } from '#server/platform/root.ts';
import { renderReferencePage } from './page.ts';

const scriptNames = ['scalar.js', 'scalar.js.br', 'scalar.js.gz'] as const;
const pageNames = locales.map((locale) => `page-${locale}.html` as const);
const names = [...pageNames, ...scriptNames];

/** Files of the API reference: a page for each language, and the script of 4 MB in every encoding. */
export type Reference = Record<(typeof names)[number], Buffer>;

/** Prefix of the path of the script, which a content hash follows. */
export const scriptPath = '/api/docs/scalar-';

/** Extracts the script from Scalar's plugin and renders the pages that start it. */
export async function makeReference(): Promise<Reference> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = Fastify();
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/' } });
  const { statusCode, rawPayload: script } = await app.inject('/docs/js/scalar.js');
  await app.close();
  if (statusCode !== 200) throw new Error('Script of the API reference not found');
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 12);
  const pages = locales.map(async (locale) => [
    `page-${locale}.html`,
    Buffer.from(await renderReferencePage(locale, `${scriptPath}${hash}.js`)),
  ]);
  const [br, gzip] = await Promise.all([compressors.br(script), compressors.gzip(script)]);
  return {
    ...(Object.fromEntries(await Promise.all(pages)) as Record<(typeof pageNames)[number], Buffer>),
    'scalar.js': script,
    'scalar.js.br': br,
    'scalar.js.gz': gzip,
  };
}

const built = join(root, 'build/reference');

/** Reads the reference that the build wrote (`tools/reference.ts`); makes it when this server runs from its sources. */
export async function readReference(): Promise<Reference> {
  if (!import.meta.filename.startsWith(join(root, 'build'))) return makeReference();
  const contents = await Promise.all(names.map((name) => readFile(join(built, name))));
  return Object.fromEntries(names.map((name, at) => [name, contents[at]])) as Reference;
}
