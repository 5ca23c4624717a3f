import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { routes } from './src/contract/routes.ts';

/** The browser needs only method and path of a call: `routes` is printed, and zod stays behind. */
const printRoutes = (): Plugin => ({
  name: 'print-routes',
  load: {
    filter: { id: /\/src\/contract\/routes\.ts$/ },
    handler: () => `export const routes = ${JSON.stringify(routes)};`,
  },
});

export default defineConfig({
  plugins: [printRoutes(), tailwindcss(), reactRouter()],
  publicDir: 'src/web/public',
  // Late finds would be optimised on the first visit and reload the page under it.
  optimizeDeps: { entries: ['src/web/**/*.{ts,tsx}', '!src/web/**/*.test.*'] },
  build: {
    // Tells the server where the texts of a language ended up, to preload them.
    manifest: true,
    rolldownOptions: {
      // Schemas are built by pure calls: one that no page needs is not shipped.
      treeshake: { manualPureFunctions: ['z'] },
    },
  },
});
