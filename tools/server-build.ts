import type { Plugin, Rolldown } from 'vite';

// Native, and needed by the first who signs in.
const hashing = '@node-rs/argon2';

/** Left where npm put it: native code, what reads files beside itself, what few starts ever load. */
export const apart = [
  '@aws-sdk/client-s3',
  hashing,
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@scalar/fastify-api-reference',
  '@zxcvbn-ts/language-common',
  'flydrive/drivers/s3',
  'jose',
  'marked',
  'nodemailer',
  'pdfkit',
  'prom-client',
  'sanitize-html',
  'sharp',
  'vite',
  'yauzl',
];

/** Readable, for stack traces. A character beyond Latin-1 would make every one of the file two bytes. */
const plain = {
  compress: false,
  mangle: false,
  codegen: { removeWhitespace: false, legalComments: 'none', asciiOnly: true },
} as const;

/** What every process that serves loads, before anybody asks for anything. */
const started = ['main', 'start', 'serving'].map((name) => `/src/server/${name}.ts`);

/** Packages in the build that are to wait until they are needed. */
const late = /\/node_modules\/(stripe|flydrive)\//;

/** What a start would load, and has no use for. */
function loadedTooSoon(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const isStart = (id: string | null) => started.some((end) => id?.endsWith(end));
  const files = new Set(
    chunks.filter(({ facadeModuleId }) => isStart(facadeModuleId)).map(({ fileName }) => fileName),
  );
  if (files.size !== started.length) throw new Error(`A start is not ${started.join(', ')}`);
  const found: string[] = [];
  // What is added meanwhile comes later.
  for (const file of files) {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk') found.push(file);
    else {
      for (const imported of chunk.imports) files.add(imported);
      found.push(...chunk.moduleIds.filter((id) => late.test(id)));
    }
  }
  return found.filter((id) => late.test(id) || (id !== hashing && apart.includes(id)));
}

/**
 * Builds the server together with its pages (decision 20): a few files instead of some thousand, and
 * what both use is there once.
 */
export const buildServer = (): Plugin => ({
  name: 'server',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  buildStart() {
    this.emitFile({ type: 'chunk', id: 'src/server/main.ts', fileName: 'main.js' });
  },
  outputOptions: (options) => ({ ...options, minify: plain, comments: false, codeSplitting: true }),
  generateBundle(_, bundle) {
    const found = loadedTooSoon(bundle);
    if (found.length > 0) this.error(`A start would load ${found.slice(0, 5).join(', ')}`);
  },
});
