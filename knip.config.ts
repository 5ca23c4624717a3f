import type { KnipConfig } from 'knip';

export default {
  // What starts without a line in package.json that knip understands.
  entry: [
    'src/server/main.ts',
    'src/web/layouts/site-script.ts',
    'tools/{access,doctor,house-lint,screens,guides}.ts',
    'tools/prove/{kills,database-restarts,graceful,previous-release,release}.ts',
  ],
  project: ['src/**/*.{ts,tsx,css}', 'tools/**/*.ts', 'e2e/**/*.ts'],
  // A type may be exported to name what an exported function takes.
  ignoreExportsUsedInFile: { interface: true, type: true },
} satisfies KnipConfig;
