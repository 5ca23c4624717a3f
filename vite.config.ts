import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { build, defineConfig, parseAst, type Plugin } from 'vite';
import { memberCalls } from './src/contract/calls/member-calls.ts';
import { operatorCalls } from './src/contract/operators/calls.ts';
import { routes } from './src/contract/routes.ts';
import { printRoutes } from './tools/kit/print-routes.ts';
import { apart, buildServer } from './tools/server-build.ts';

/** What a browser needs of the contract as a whole, by file. */
const printed: Record<string, string> = {
  'routes.ts': printRoutes(routes),
  'operators/calls.ts': `export const operatorCalls = ${JSON.stringify(operatorCalls)};`,
  'calls/member-calls.ts': `export const memberCalls = ${JSON.stringify(memberCalls)};`,
};

/** A browser calls with method and path alone: `routes` is printed, and the contract stays behind. */
const printContract = (): Plugin => ({
  name: 'print-contract',
  apply: 'build',
  load: {
    filter: { id: /\/src\/contract\/(routes|operators\/calls|calls\/member-calls)\.ts$/ },
    handler: (id) => printed[id.split('/src/contract/').at(-1) ?? ''],
  },
});

/** The contract only declares: a schema that no page uses is not shipped, nor is zod for it. */
const declarationsArePure = (): Plugin => ({
  name: 'declarations-are-pure',
  apply: 'build',
  transform: {
    filter: { id: /\/src\/contract\/(\w+\/)?[^/]+\.ts$/ },
    handler(code) {
      const edits = parseAst(code, { lang: 'ts' })
        .body.map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
        .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
        .flatMap(({ init }) => (init && init.type !== 'ArrowFunctionExpression' ? [init] : []))
        .flatMap(({ start, end }): [number, string][] => [
          [start, '/* @__PURE__ */ (() => ('],
          [end, '))()'],
        ]);
      const insert = (text: string, [at, added]: [number, string]) =>
        text.slice(0, at) + added + text.slice(at);
      return { code: edits.toReversed().reduce(insert, code), map: null };
    },
  },
});

/**
 * React Router reloads the document when the code of a page can't be loaded: offline that ends on the
 * browser's own error page. Instead it is tried once more, and then a page that fails to render
 * stands in: the error page is shown inside the app, and reloads when the server can be reached.
 */
const pageLoadErrors = (): Plugin => ({
  name: 'page-load-errors',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/dist\/production\/lib\/dom\/ssr\/routeModules\.js$/ },
    handler(code) {
      // Browsers remember a failed module by its address; the query makes it another one.
      const retry =
        '.catch(() => new Promise((resolve) => setTimeout(resolve, 1_000)).then(() => ' +
        'import(/* @vite-ignore */ `${route.module}?retry=${Date.now()}`)))';
      const edits: [RegExp, string][] = [
        [/await import\([^)]*route\.module\s*\)/, `$&${retry}`],
        [
          /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/,
          'return { default: () => { throw error; }, clientMiddleware: [], clientLoader: () => null };',
        ],
      ];
      const changed = edits.reduce((text, [from, to]) => {
        if (!from.test(text)) throw new Error(`React Router changed: no ${String(from)}`);
        return text.replace(from, () => to.replace('$&', from.exec(text)?.[0] ?? ''));
      }, code);
      return { code: changed, map: null };
    },
  },
});

/** Icons have random keys for their parts, which don't compress; among siblings a number is enough. */
const shortIconKeys = (): Plugin => ({
  name: 'short-icon-keys',
  apply: 'build',
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
    handler(code) {
      let next = 0;
      return { code: code.replaceAll(/\bkey: "\w+"/g, () => `key: "${next++}"`), map: null };
    },
  },
});

const siteScript = 'src/web/layouts/site-script.ts';
const serviceWorker = 'src/web/components/installed/service-worker.ts';

/** Builds a script that is whole in its file, with the modules that it loads on demand. */
async function buildScript(entry: string, format: 'es' | 'iife' = 'es') {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      // As for a server: without Vite's 0.8 kB for preloading styles and imports.
      ssr: entry,
      minify: true,
      rolldownOptions: {
        output: {
          format,
          entryFileNames: 'assets/[name].js',
          chunkFileNames: 'assets/[name]-[hash].js',
        },
      },
    },
  });
  const output = [built].flat().flatMap((made) => ('output' in made ? made.output : []));
  const [chunk, ...late] = output.filter((file) => file.type === 'chunk');
  if (!chunk) throw new Error(`${entry} was not built`);
  return { chunk, late };
}

/**
 * Static pages have one script, whole in a file of its own; the manifest tells where it ended up. So has the
 * service worker, whose address stays the same.
 */
const buildOwnScripts = (): Plugin => ({
  name: 'own-scripts',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async buildStart() {
    const { chunk, late } = await buildScript(siteScript);
    // Loaded on demand, from the same folder.
    for (const { fileName, code } of late) this.emitFile({ type: 'asset', fileName, source: code });
    this.emitFile({
      type: 'asset',
      name: 'site.js',
      originalFileName: siteScript,
      source: chunk.code,
    });
    const worker = await buildScript(serviceWorker, 'iife');
    this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: worker.chunk.code });
  },
});

/**
 * What pages have in common, from what all of them need to what few do. A module belongs to the first
 * group that it fits, with all it imports; what is left is cut by the pages that use it. The groups name
 * what they hold, so that they stay as they are when pages are added.
 */
const groups = [
  {
    name: 'base',
    test: /node_modules\/((react|react-dom|scheduler|react-router|clsx)\/|@tanstack\/(query-core|react-query)\/build\/modern\/(?!infinite|queriesObserver|useInfinite|useQueries))/,
  },
  // Every page of React.
  {
    name: 'own',
    test: /\0rolldown|src\/web\/(api\/(api|queries)|session\/(guard|language|session|third-party-scripts|translation)\.|theme\/|components\/(brand|initials|language-menu|page-title|role-name|trusted-types|use-formats|billing\/(read-only|use-read-only)|errors\/|pricing\/available-products)|ui\/(badge|banner|button|card|empty-state|field|icon-button|lazy-part|page-header|skeleton|unsaved-changes)\.)/,
  },
  // The frame of the app and of the portal, with the icons of both menus.
  {
    name: 'shell',
    test: /src\/web\/(layouts\/(app-(?!page|impersonation|announcement|factor|payment|plan-end|usage)|breadcrumb|shell|sidebar)|pages\/app\/dashboard\/(figures-skeleton|new-transaction-link)|components\/lists\/list-buttons)|icons\/(file-down|layout-dashboard|plus|scroll-text|users-round|webhook)\./,
  },
  // Input that the browser keeps.
  { name: 'kept', test: /node_modules\/idb-keyval\/|src\/web\/api\/kept-input\./ },
  { name: 'drafts', test: /src\/web\/components\/drafts\// },
  { name: 'admin', test: /src\/web\/layouts\/admin/ },
  {
    name: 'forms',
    test: /react-hook-form|components\/forms\/form-|ui\/(select|password-field|text-field)\./,
  },
  { name: 'tables', test: /ui\/table|components\/lists\/paged-query/ },
  {
    name: 'lists',
    test: /ui\/data-table|components\/lists\/(?!filter-editor|save-view|bulk|csv|local-csv)|@tanstack\/(react-virtual|virtual-core)/,
  },
  // Lists of entities, without their forms.
  {
    name: 'entity-lists',
    test: /components\/entity\/(choices|list|list-filters|table|use-entity-list|use-undo|value)\.|icons\/upload\./,
  },
  { name: 'overlays', test: /ui\/dialogs\/(modal|side-panel)/ },
  {
    name: 'entities',
    test: /components\/entity\/(?!entity-queries)|ui\/(\w+-field|checkbox|tabs)/,
    minShareCount: 3,
  },
].map((group, index, { length }) => ({ ...group, priority: length - index }));

export default defineConfig(({ command }) => ({
  plugins: [
    printContract(),
    declarationsArePure(),
    shortIconKeys(),
    pageLoadErrors(),
    buildOwnScripts(),
    buildServer(),
    tailwindcss(),
    reactRouter(),
  ],
  publicDir: 'src/web/public',
  // Late finds would be optimised on the first visit and reload the page under it.
  optimizeDeps: { entries: ['src/web/**/*.{ts,tsx}', '!src/web/**/*.test.*'] },
  build: {
    // Tells the server where the texts of a language ended up, to preload them.
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  // Server and pages are built into few files, with what they use of their packages and nothing else.
  ...(command === 'build' && {
    ssr: { noExternal: true, external: apart },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
}));
