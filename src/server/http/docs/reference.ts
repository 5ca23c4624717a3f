import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { compressors } from '#server/http/pages/cache.ts';
import { root } from '#server/root.ts';

const names = ['page.html', 'scalar.js', 'scalar.js.br', 'scalar.js.gz'] as const;

/** Files of the API reference: Scalar's page, and its script of 4 MB in every encoding. */
type Reference = Record<(typeof names)[number], Buffer>;

/** Path of the script in Scalar's page. */
const scalarScriptPath = 'js/scalar.js';
/** Prefix of the path of the script here, which a content hash follows. */
export const scriptPath = '/api/docs/scalar-';

/** Extracts page and script from Scalar's plugin, which would render both for every request. */
export const makeReference = async (): Promise<Reference> => {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = Fastify();
  await app.register(scalar, {
    routePrefix: '/api/docs',
    configuration: {
      url: '/api/openapi.json',
      hideClientButton: true,
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
    },
  });
  const take = async (path: string) => (await app.inject(`/api/docs/${path}`)).rawPayload;
  const [script, page] = [await take(scalarScriptPath), String(await take(''))];
  await app.close();
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 12);
  const path = `${scriptPath}${hash}.js`;
  const html = page.replace(`"${scalarScriptPath}"`, `"${path}"`);
  if (!html.includes(path)) throw new Error('API reference page does not load its script');
  const [br, gzip] = await Promise.all([compressors.br(script), compressors.gzip(script)]);
  return {
    'page.html': Buffer.from(html),
    'scalar.js': script,
    'scalar.js.br': br,
    'scalar.js.gz': gzip,
  };
};

const built = join(root, 'build/reference');

/** Reads the reference that the build wrote (`tools/reference.ts`); makes it when this server runs from its sources. */
export const readReference = async (): Promise<Reference> => {
  if (!import.meta.filename.startsWith(join(root, 'build'))) return makeReference();
  const contents = await Promise.all(names.map((name) => readFile(join(built, name))));
  return Object.fromEntries(names.map((name, at) => [name, contents[at]])) as Reference;
};
