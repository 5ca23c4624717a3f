import { isBuiltin } from 'node:module';
import type { Plugin, Rolldown } from 'vite';

/**
 * Packages that stay in node_modules: native code, packages that read their own files, and rarely used
 * ones.
 */
export const apart = [
  '@aws-sdk/client-s3',
  '@node-rs/argon2',
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
  'pino-pretty',
  'prom-client',
  'sanitize-html',
  'sharp',
  'vite',
  'yauzl',
];

/**
 * Readable output for stack traces; ASCII only, because V8 stores a file with one character beyond
 * Latin-1 in two bytes per character.
 */
const plain = {
  compress: false,
  mangle: false,
  codegen: { removeWhitespace: false, legalComments: 'none', asciiOnly: true },
} as const;

/** Programs of a deployment: the server, the backup commands and the health check. */
export const entries = {
  'main.js': 'src/server/main.ts',
  'backup.js': 'src/backup/main.ts',
  'verify-audit-log.js': 'src/backup/verify-audit-log.ts',
  'check-config.js': 'src/server/check-config.ts',
  'distribute.js': 'src/server/platform/database/cluster/main.ts',
  'ready.js': 'src/server/ready.ts',
};

/** Modules that every serving process loads at start. */
const started = ['main', 'start', 'serving'].map((name) => `/src/server/${name}.ts`);

/** Bundled packages that must load only when needed. */
const late = /\/node_modules\/(stripe|flydrive|@modelcontextprotocol)\//;

/** Returns the modules that a start would load without needing them. */
function loadedTooSoon(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const isStart = (id: string | null) => started.some((end) => id?.endsWith(end));
  const files = new Set(
    chunks.filter(({ facadeModuleId }) => isStart(facadeModuleId)).map(({ fileName }) => fileName),
  );
  if (files.size !== started.length)
    throw new Error(`A server entry point is missing: one of ${started.join(', ')}`);
  const found: string[] = [];
  // The loop includes the files that are added meanwhile.
  for (const file of files) {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk') found.push(file);
    else {
      for (const imported of chunk.imports) files.add(imported);
      found.push(...chunk.moduleIds.filter((id) => late.test(id)));
    }
  }
  return found.filter((id) => late.test(id) || apart.includes(id));
}

/** Imported only by a server that runs from its sources. */
const unbuilt = ['vite', '@scalar/fastify-api-reference'];

/** Returns the packages that the built server imports, which a release contains. */
function packagesOf(bundle: Rolldown.OutputBundle): string[] {
  const imported = Object.values(bundle)
    .flatMap((file) => (file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : []))
    .filter((name) => !(name in bundle) && !isBuiltin(name) && !unbuilt.includes(name))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  return [...new Set(imported)].toSorted();
}

/**
 * Builds the server together with its pages (decision 20): a few files instead of thousands, and shared
 * code only once.
 */
export const buildServer = (): Plugin => ({
  name: 'server',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  buildStart() {
    for (const [fileName, id] of Object.entries(entries)) {
      this.emitFile({ type: 'chunk', id, fileName });
    }
  },
  outputOptions: (options) => ({ ...options, minify: plain, comments: false, codeSplitting: true }),
  generateBundle(_, bundle) {
    const found = loadedTooSoon(bundle);
    if (found.length > 0) this.error(`A start would load ${found.slice(0, 5).join(', ')}`);
    const source = JSON.stringify(packagesOf(bundle));
    this.emitFile({ type: 'asset', fileName: 'packages.json', source });
  },
});
