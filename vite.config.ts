import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { memberCalls } from './src/contract/calls/member-calls.ts';
import { operatorCalls } from './src/contract/operators/calls.ts';
import { routes } from './src/contract/routes.ts';
import { frames } from './src/locales/frames.ts';
import { locales } from './src/locales/locales.ts';
import { ownScripts } from './tools/own-scripts.ts';
import { apart, buildServer } from './tools/server-build.ts';

/** What a browser needs of the contract as a whole: computed here, so that the schemas stay behind. */
const summaries: Record<string, object> = { routes, operatorCalls, memberCalls };
const contractSummaries = (): Plugin => ({
  name: 'contract-summaries',
  apply: 'build',
  transform: {
    filter: { id: /\/src\/contract\/(routes|operators\/calls|calls\/member-calls)\.ts$/ },
    handler(code) {
      const [start, name = ''] = /export const (\w+)/.exec(code) ?? [];
      return `${start} = ${JSON.stringify(summaries[name])};`;
    },
  },
});

/** One file of texts per frame and language: the query makes copies of what several frames have. */
const textFiles = (): Plugin => ({
  name: 'text-files',
  load: {
    filter: { id: /\/src\/web\/session\/text-files\.ts/ },
    handler(id) {
      const [, frame, locale] = /\?(\w+)\/([\w-]+)/.exec(id) ?? [];
      const areas = Object.entries(frames)
        .find(([name]) => name === frame)?.[1]
        .join();
      const texts = `'/src/locales/${locale}/{${areas}}.ts', { eager: true, query: '?${frame}.ts' }`;
      if (areas)
        return `export default Object.assign({}, ...Object.values(import.meta.glob(${texts})));`;
      const names = Object.keys(frames).flatMap((name) => locales.map((each) => `${name}/${each}`));
      const files = names.map((name) => `'${name}': () => import('./text-files.ts?${name}.ts')`);
      return `export const textFiles = { ${files.join()} };`;
    },
  },
  // What an area takes from another comes from the same frame.
  transform: {
    filter: { id: /\/src\/locales\/.*\?\w+\.ts$/ },
    handler: (code, id) =>
      code.replaceAll(
        /(?<=from ['"])(?:\.|#locales\/[\w-]{5})\/[^'"]+/g,
        `$&${id.slice(id.indexOf('?'))}`,
      ),
  },
});

/** Chunks of what most pages share; all else is cut by the pages that use it. */
const groups = [
  { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
  { name: 'frame', test: /\/src\/web\/(root|layouts\/account)\.tsx$/ },
  { name: 'shared', minShareCount: 66 },
  { name: 'shell', test: /\/src\/web\/layouts\/(app-|shell|sidebar|breadcrumb)/, minShareCount: 2 },
];

/** A page's first visit loads the names of all files: hashes as short as their number allows. */
const fileName = 'assets/[name]-[hash:7].js';
const names = { entryFileNames: fileName, chunkFileNames: fileName };

const plugins = [contractSummaries(), textFiles(), ownScripts(), buildServer(), tailwindcss()];

export default defineConfig(({ command }) => ({
  plugins: [...plugins, reactRouter()],
  publicDir: 'src/web/public',
  // Late finds would be optimised on the first visit and reload the page under it.
  optimizeDeps: { entries: ['src/web/**/*.{ts,tsx}', '!src/web/**/*.test.*'] },
  build: { manifest: true, rolldownOptions: { output: { codeSplitting: { groups } } } },
  environments: { client: { build: { rolldownOptions: { output: names } } } },
  // Server and pages are built into few files, with what they use of their packages and nothing else.
  ...(command === 'build' && {
    ssr: { noExternal: true, external: apart },
    define: { 'process.env.NODE_ENV': '"production"' },
    // React Router's own reloads the document when the code of a page can't be loaded.
    resolve: { alias: { './routeModules.js': '/src/web/session/load-route-module.ts' } },
  }),
}));
