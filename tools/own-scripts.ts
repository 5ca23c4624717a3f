import { build, type Plugin } from 'vite';

const scripts = {
  'layouts/site-script.ts': 'es',
  'components/installed/service-worker.ts': 'iife',
} as const;

/** The script of static pages and the service worker: each is whole in a file, which the manifest names. */
export const ownScripts = (): Plugin => ({
  name: 'own-scripts',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async buildStart() {
    const names = {
      entryFileNames: 'assets/[name]-[hash].js',
      chunkFileNames: 'assets/[name]-[hash].js',
    };
    for (const [script, format] of Object.entries(scripts)) {
      const originalFileName = `src/web/${script}`;
      const rolldownOptions = { output: { format, ...names } };
      // As for a server: without Vite's 0.8 kB for preloading styles and imports.
      const options = {
        write: false,
        ssr: originalFileName,
        minify: true,
        rolldownOptions,
      } as const;
      const built = await build({ configFile: false, publicDir: false, build: options });
      for (const file of [built].flat().flatMap((each) => ('output' in each ? each.output : []))) {
        if (file.type !== 'chunk') continue;
        const { fileName, name, code: source, isEntry } = file;
        this.emitFile({
          type: 'asset',
          fileName,
          name,
          source,
          ...(isEntry && { originalFileName }),
        });
      }
    }
  },
});
